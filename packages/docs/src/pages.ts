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

/** Text of a documented file. A block that names a file has its content: "ts file=packages/…/call.ts" */
export const textOf = (source: string): string =>
  read(source).replace(
    /^(```\w+) file=(\S+)(.*)\n```$/gm,
    (_all, fence: string, file: string, more: string) => `${fence}${more}\n${read(file)}\`\`\``,
  )

/** A page of a file in `packages/docs/pages`, or of one elsewhere in the repository. */
export function page(path: string, source = `packages/docs/pages/${path}.md`): Page {
  return { path, source, text: textOf(source) }
}

/** Files that the site offers for download, by their address below its root. */
export const files: Readonly<Record<string, string>> = {
  'files/xinchu.py': 'openapi/clients/python/xinchu.py',
  'files/log_in_and_list.py': 'openapi/clients/python/log_in_and_list.py',
}
