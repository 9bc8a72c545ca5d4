import type { OutlineNode } from '@xinchu/sdk'
import { numeral } from '../../../lib/numeral.ts'

/** A section of the application that is filled in. */
export interface Passage {
  field: string
  /** With its number, as in the document: 四、技术方案, （一）关键指标. */
  title: string
  /** The same with the number of its chapter: 四（一）关键指标. */
  label: string
  level: number
}

/** The sections of an outline in the order of the document, those with parts of their own before their parts. */
export const passagesOf = (nodes: readonly OutlineNode[], chapter = ''): readonly Passage[] =>
  nodes
    .filter(({ fieldKey }) => fieldKey !== 'commitment')
    .flatMap(({ fieldKey, title, children = [] }, at) => {
      const no = numeral(at + 1)
      const isChapter = chapter === ''
      const heading = isChapter ? `${no}、${title}` : `（${no}）${title}`
      const own = {
        field: fieldKey ?? '',
        title: heading,
        label: `${chapter}${heading}`,
        level: isChapter ? 1 : 2,
      }
      return [...(fieldKey ? [own] : []), ...passagesOf(children, isChapter ? no : chapter)]
    })
