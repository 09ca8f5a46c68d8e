/** All that a seat has only at a server's table: nobody has promised, left or wished anything where one plays alone. */
export const ALONE = {
  ...{ promise: null, nonce: null, invited: false, wish: null, shares: false },
  ...{ away: null, stand_in: false, out: null, late: 0 },
}
