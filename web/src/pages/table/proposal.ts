/** What is being considered before it is sent. */
import type { Pay } from '../../lib/protocol'
import type { Tip } from './tips'

/** One way to go on: what is sent, and what follows once the server asks for it. */
export interface Option {
  label: string
  pay?: Pay
  send: string
  then?: string
  route?: string // to go on with, instead of sending anything
  sure?: boolean // sent although the coach has doubts
}

/** A decision that was chosen and not yet sent. */
export interface Proposal {
  title: string
  detail?: string
  tips?: Tip[] // rules that bite here
  options: Option[]
  route?: string
  among?: string[] // routes to choose from
  city?: string
  back?: string // what taking it back is called, where that is the better answer
  forced?: boolean // the server waits for one of these
}

/** What is told about a route that cannot be claimed. */
export interface Note {
  route: string
  price: string // unless the reasons tell it
  reasons: string[]
}
