/** The boards of the build, each loaded when it is first shown. */
import boards from '../../generated/boards.json'
import type { Geography, Layout } from './types'

const layouts = import.meta.glob<Layout>('../../generated/layouts/*.json', { import: 'default' })
const grounds = import.meta.glob<Geography>('../../generated/geography/*.json', { import: 'default' })

/** Ids of all boards, in the order in which they are listed. */
export const BOARDS: readonly string[] = boards

/** Everything needed to draw a board. */
export async function loadBoard(id: string): Promise<{ layout: Layout; geography: Geography }> {
  const [layout, geography] = await Promise.all([
    layouts[`../../generated/layouts/${id}.json`]?.(),
    grounds[`../../generated/geography/${id}.json`]?.(),
  ])
  if (!layout || !geography) throw new Error(`There is no board "${id}"; the boards are ${BOARDS.join(', ')}.`)
  return { layout, geography }
}
