/** Types of all that goes between server and client; made by build/protocol.js, none by hand. */
export type * from '../generated/protocol'
