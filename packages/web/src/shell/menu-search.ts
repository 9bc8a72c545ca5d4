import type { SearchHit } from '@xinchu/sdk'
import Fuse from 'fuse.js'
import type { MenuItem } from '../app/menus.ts'

/** A page in the search, with the titles of its groups, or a record. */
export interface Found {
  title: readonly string[]
  path: string
  /** Shown after the title. */
  note?: string
  /** The record, with its marks. */
  hit?: SearchHit
  /** Leads to all hits of its kind. */
  isMore?: boolean
}

/** Pages of visible menus. */
export function searchable(menus: readonly MenuItem[], above: readonly string[] = []): Found[] {
  return menus.flatMap((item) => {
    const title = [...above, item.title]
    return item.children.length > 0 ? searchable(item.children, title) : [{ title, path: item.path }]
  })
}

/** Whether letters match a text's pinyin, in full or by initials. */
export type SpellsOut = (text: string, letters: string) => boolean

const LETTERS = /^[a-z\s]+$/i

/** Finds pages by title and path, and by pinyin once its library is loaded. */
export function menuSearch(pages: readonly Found[]): (words: string, spellsOut?: SpellsOut) => Found[] {
  const fuse = new Fuse(pages, {
    shouldSort: true,
    threshold: 0.4,
    minMatchCharLength: 1,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  })
  return (words, spellsOut) => {
    const asked = words.trim()
    if (asked === '') return []
    const found = fuse.search(asked).map(({ item }) => item)
    if (!spellsOut || !LETTERS.test(asked)) return found
    const spelled = pages.filter(({ title }) => title.some((part) => spellsOut(part, asked)))
    // A pinyin match ranks above a fuzzy match of the path.
    return [...new Set([...spelled, ...found])]
  }
}
