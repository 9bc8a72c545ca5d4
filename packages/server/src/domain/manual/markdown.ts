/** Nodes of the Markdown subset that manual chapters use. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text' | 'note'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'picture'; name: string; caption: string }

const PICTURE = /^!\[([^\]]+)\]\(pictures\/([a-z0-9-]+)\.jpg\)$/
const ITEM = /^(?:(\d+)\.|-) +(.*)$/
const RULE = /^\|[-| :]+\|$/

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Reads one paragraph: lines between empty lines. */
function blockOf(paragraph: string): Block {
  const lines = paragraph.split('\n').map((line) => line.trim())
  const [first = ''] = lines
  const picture = PICTURE.exec(first)
  if (picture) return { kind: 'picture', caption: picture[1] ?? '', name: picture[2] ?? '' }
  if (first.startsWith('## ')) return { kind: 'heading', text: first.slice(3) }
  if (first.startsWith('> ')) return { kind: 'note', text: lines.map((line) => line.slice(2)).join('') }
  if (first.startsWith('|'))
    return { kind: 'table', rows: lines.filter((line) => !RULE.test(line)).map(cellsOf) }
  const item = ITEM.exec(first)
  if (!item) return { kind: 'text', text: lines.join('') }
  const items: string[] = []
  for (const line of lines) {
    const next = ITEM.exec(line)
    if (next) items.push(next[2] ?? '')
    else items.push(`${items.pop() ?? ''}${line}`)
  }
  return { kind: 'list', ordered: item[1] !== undefined, items }
}

/** Reads Markdown into blocks. */
export const blocksOf = (markdown: string): Block[] =>
  markdown
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map(blockOf)
