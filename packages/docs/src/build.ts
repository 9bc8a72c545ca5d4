import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { documentOf } from './layout.ts'
import { linksAmong } from './links.ts'
import { render } from './markdown.ts'
import { parts } from './outline.ts'
import { files, root } from './pages.ts'
import { entriesOf, indexScript } from './search-index.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const out = join(here, 'dist')

// The highest quality takes longer than all the rest of the build and saves a tenth.
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

function write(path: string, content: string): void {
  const file = join(out, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  writeFileSync(`${file}.br`, brotliCompressSync(content, QUICK))
}

/** Renders all pages. @throws Error naming every link that leads nowhere. */
function build(): void {
  const placed = parts().flatMap((part, _at, all) =>
    part.groups.flatMap(({ pages }) => pages.map((page) => ({ page, part, parts: all }))),
  )
  const paths = placed.map(({ page }) => page.path)
  const twice = paths.filter((path, at) => paths.indexOf(path) !== at)
  if (twice.length > 0) throw new Error(`two pages have the path ${twice.join(', ')}`)
  const links = linksAmong(placed.map(({ page }) => page))
  const rendered = placed.map((place) => ({
    ...place,
    rendered: render(place.page.text, links.of(place.page)),
  }))
  const anchors = new Map(
    rendered.map(({ page, rendered: { sections } }) => [page.path, new Set(sections.map(({ id }) => id))]),
  )
  const lost = links.wanted
    .filter(({ path, anchor }) => anchor !== '' && anchors.has(path) && !anchors.get(path)?.has(anchor))
    .map(({ from, path, anchor }) => `${from} leads to ${path}#${anchor}, which is no heading`)
  const problems = [...links.problems, ...lost]
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))

  const titles = new Map(rendered.map(({ page, rendered: { title } }) => [page.path, title]))
  for (const each of rendered) write(`${each.page.path}.html`, documentOf(each.rendered, { ...each, titles }))
  write('assets/search.js', indexScript(entriesOf(rendered)))
  write('assets/site.css', readFileSync(join(here, 'theme/site.css'), 'utf8'))
  for (const script of ['site', 'theme'])
    write(`assets/${script}.js`, readFileSync(join(out, `assets/${script}.js`), 'utf8'))
  copyFileSync(join(root, 'packages/web/public/icon.svg'), join(out, 'assets/icon.svg'))
  for (const [address, source] of Object.entries(files))
    write(address, readFileSync(join(root, source), 'utf8'))
  process.stdout.write(`${rendered.length} pages\n`)
}

build()
