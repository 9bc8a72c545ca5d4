import { posix } from 'node:path'
import { files, type Page } from './pages.ts'

/** Addresses that the platform serves beside the site, as seen from the site's root. */
const BESIDE: Readonly<Record<string, string>> = {
  '/docs/api': 'api',
  '/docs/manual': 'manual',
  '/openapi.json': '../openapi.json',
}

/** Folder of the pages written for the site. Their links to generated pages lead to no file. */
const PAGES = /^packages\/docs\/pages\//

const upFrom = (path: string) => '../'.repeat(path.split('/').length - 1)

/** Address of one part of the site as seen from a page, without its fragment. */
export const hrefTo = (from: string, to: string): string => `${upFrom(from)}${to}` || './'

export interface Links {
  /** Maps an address in a page's text to one of the site. Records what cannot be mapped. */
  of(page: Page): (href: string) => string
  problems: string[]
  /** Pages and anchors that the texts lead to. */
  wanted: { from: string; path: string; anchor: string }[]
}

/** Maps links between files of the repository to links between pages. */
export function linksAmong(pages: readonly Page[]): Links {
  const bySource = new Map(pages.flatMap(({ source, path }) => (source ? [[source, path] as const] : [])))
  // Its text is the guides, of which the first page is an overview.
  bySource.set('packages/sdk/README.md', 'index')
  const paths = new Set(pages.map(({ path }) => path))
  const fileBySource = new Map(Object.entries(files).map(([address, source]) => [source, address]))
  const problems: string[] = []
  const wanted: Links['wanted'] = []
  const of = (page: Page) => (href: string) => {
    if (/^https:/.test(href)) return href
    const [target = '', anchor = ''] = decodeURI(href).split('#')
    const beside = BESIDE[target]
    if (beside) return hrefTo(page.path, beside)
    const near = posix.join(posix.dirname(page.source ?? page.path), target)
    const path =
      target === '' ? page.path : (bySource.get(near) ?? near.replace(PAGES, '').replace(/\.md$/, ''))
    const file = fileBySource.get(near)
    if (file) return hrefTo(page.path, file)
    if (!paths.has(path)) problems.push(`${page.source ?? page.path} leads to ${href}, which is no page`)
    wanted.push({ from: page.source ?? page.path, path, anchor })
    return `${target === '' ? '' : hrefTo(page.path, `${path}.html`)}${anchor && `#${anchor}`}`
  }
  return { of, problems, wanted }
}
