const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Escapes a text for the HTML of a message. */
export const inHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)

/** Plain text, of which every line becomes a paragraph, or the items of a list. */
export type Block = string | readonly string[]

/** Projects named in a message at most. The others are counted. */
export const NAMED = 50

/**
 * Names projects in a message.
 * @param total number of all projects, of which at least the first ones are given
 */
export const projectsNamed = (names: readonly string[], total: number = names.length): Block[] => [
  names.slice(0, NAMED),
  ...(total > NAMED ? [`等 ${total} 个项目。`] : []),
]

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${inHtml(line)}</p>`)
    .join('')

const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${inHtml(item)}</li>`).join('')}</ul>`

/** Writes the text of a message as HTML. */
export const textInHtml = (blocks: readonly Block[]): string =>
  blocks.map((block) => (typeof block === 'string' ? paragraphs(block) : list(block))).join('')
