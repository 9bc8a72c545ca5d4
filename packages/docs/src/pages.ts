import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A page of the site before it is rendered. */
export interface Page {
  /** Address below the site's root, without `.html`. */
  path: string
  /** File of the repository whose text it is. Generated pages have none. */
  source?: string
  text: string
  /** Name in the list of pages, where the title is too long. */
  name?: string
}

/** A group of pages in the navigation. */
export interface Group {
  title: string
  pages: readonly Page[]
}

/** A part of the site. Its groups are the list beside each of its pages. */
export interface Part {
  title: string
  lang: 'zh-CN' | 'en'
  groups: readonly Group[]
}

const read = (source: string) => readFileSync(`${root}${source}`, 'utf8')

/** A page of a file in `packages/docs/pages`, or of one elsewhere in the repository. */
export function page(path: string, source = `packages/docs/pages/${path}.md`): Page {
  return { path, source, text: read(source) }
}

/** Files that the site offers for download, by their address below its root. */
export const files: Readonly<Record<string, string>> = {
  'files/xinchu.py': 'openapi/clients/python/xinchu.py',
  'files/log_in_and_list.py': 'openapi/clients/python/log_in_and_list.py',
}
