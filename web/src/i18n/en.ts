/** All English texts, by their files. */
export default import.meta.glob<Record<string, unknown>>('./*.en.json', { eager: true, import: 'default' })
