/** Types of everything between server and client; all made by build/protocol.js. */
export type * from '../generated/protocol'
