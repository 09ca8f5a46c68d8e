/** Addresses of the small pictures of boards. */
const files = import.meta.glob<string>('../generated/pictures/*.svg', {
  eager: true,
  query: '?url&no-inline',
  import: 'default',
})

/** The picture of a board. */
export const picture = (board: string): string => files[`../generated/pictures/${board}.svg`] ?? ''
