/** All French texts, by their files. */
export default import.meta.glob<Record<string, unknown>>('./*.fr.json', { eager: true, import: 'default' })
