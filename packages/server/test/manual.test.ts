import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deptKinds } from '@xinchu/contract/rights'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chapters, manualFolder, pictureFile } from '../src/domain/manual/chapters.ts'
import { blocksOf } from '../src/domain/manual/markdown.ts'
import { manuals } from '../src/seed/manuals.ts'
import { grants, menus } from '../src/seed/menus.ts'
import { type Rig, startRig } from './rig.ts'
import { readPdf } from './support/pdf.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig()
})
afterAll(async () => {
  expect(rig.offContract).toEqual([])
  await rig.close()
})

const picturesOf = (each: (typeof chapters)[number]) =>
  each.blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : []))

describe('the chapters', () => {
  test.each(chapters)('$title names menus and pictures that exist', (chapter) => {
    for (const key of chapter.menus) expect(Object.keys(menus)).toContain(key)
    for (const name of picturesOf(chapter)) expect(existsSync(pictureFile(name))).toBe(true)
  })

  test('name every picture in the folder, and the pictures are small', () => {
    const files = readdirSync(join(manualFolder, 'pictures'))
    expect(files.sort()).toEqual(
      [...new Set(chapters.flatMap(picturesOf))].map((name) => `${name}.jpg`).sort(),
    )
    for (const file of files)
      expect(readFileSync(join(manualFolder, 'pictures', file)).length).toBeLessThan(220_000)
  })

  test('are read as headings, lists, tables, notes and pictures', () => {
    const text =
      '## 一\n\n甲\n乙\n\n1. 一\n   续\n2. 二\n\n| a | b |\n| --- | --- |\n| c | d |\n\n> 注意\n\n![图](pictures/a-b.jpg)'
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', text: '一' },
      { kind: 'text', text: '甲乙' },
      { kind: 'list', ordered: true, items: ['一续', '二'] },
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      { kind: 'note', text: '注意' },
      { kind: 'picture', caption: '图', name: 'a-b' },
    ])
  })
})

describe('every menu has a chapter', () => {
  test.each([...manuals])('in the manual of %s', (kind, manual) => {
    const granted = grants
      .filter(({ deptId }) => deptId === deptKinds[kind])
      .flatMap((each) => each.menus.split(' '))
    const described = new Set(manual.chapters.flatMap((chapter) => chapter.menus))
    expect(granted.filter((key) => !described.has(key))).toEqual([])
  })
})

test('every kind of department has a manual with the chapters of its menus alone', () => {
  expect([...manuals.keys()].sort()).toEqual(Object.keys(deptKinds).sort())
  const titles = (kind: keyof typeof deptKinds) => manuals.get(kind)?.chapters.map(({ title }) => title)
  expect(titles('policy')).toContain('政策、产业与创新平台')
  expect(titles('policy')).not.toContain('季度报送')
  expect(titles('enterprise')).toEqual(expect.arrayContaining(['项目申报', '批量导入', '季度报送']))
  expect(titles('enterprise')).not.toContain('审核工作台与项目审核')
})

describe('the document', () => {
  test('[7.auth.27] has a cover, contents with true page numbers, and pictures', async () => {
    const client = await rig.as('policy_query')
    const { blob, fileName } = await client.users.downloadManual()
    expect(fileName).toBe('用户手册-政策栏目.pdf')
    const { pages, missingFonts } = await readPdf(new Uint8Array(await blob.arrayBuffer()))
    expect(missingFonts).toEqual([])
    const linesOf = (page: number) => {
      const lines = new Map<number, string>()
      for (const { text, bottom } of pages[page] ?? [])
        lines.set(bottom, `${lines.get(bottom) ?? ''}${text}`.replace(/\s/g, ''))
      return [...lines.values()]
    }
    expect(linesOf(0)).toContain('用户手册')
    manuals.get('policy')?.chapters.forEach(({ title }, index) => {
      const heading = `${index + 1}${title}`
      const line = linesOf(1).find((each) => each.startsWith(heading)) ?? ''
      expect(linesOf(Number(line.slice(heading.length)) - 1)).toContain(heading)
    })
  })

  test('is drawn once and then read', async () => {
    const client = await rig.sameAs('policy_query')
    const bytes = async () => Buffer.from(await (await client.users.downloadManual()).blob.arrayBuffer())
    expect(Buffer.compare(await bytes(), await bytes())).toBe(0)
    expect(readdirSync(join(rig.dataDir, 'manuals'))).toHaveLength(1)
  })
})

describe('the pages', () => {
  const get = (path: string) => fetch(rig.url + path, { redirect: 'manual' })

  test.each([...manuals.keys()])('of %s have each chapter with its anchor', async (kind) => {
    const reply = await get(`/docs/manual/${kind}`)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
    const html = await reply.text()
    for (const { id } of manuals.get(kind)?.chapters ?? []) expect(html).toContain(`<h2 id="${id}">`)
  })

  test('show their pictures and style', async () => {
    expect((await get('/docs/manual/pictures/login.jpg')).headers.get('content-type')).toBe('image/jpeg')
    expect((await get('/docs/manual/manual.css')).headers.get('content-type')).toContain('text/css')
    expect((await get('/docs/manual/pictures/..%2Fedition.json')).status).not.toBe(200)
    expect((await get('/docs/manual/nobody')).status).toBe(404)
  })

  test.each([
    ['100', '/esproject/declare/index', '/docs/manual/enterprise#project'],
    ['100', '/esproject/detail/12', '/docs/manual/enterprise#project'],
    ['5', '/esproject/desk/index', '/docs/manual/county#review'],
    ['5', '/system/dict/index', '/docs/manual/county'],
    ['5', '/user/center', '/docs/manual/county'],
    ['x', 'http://example.cn', '/docs/manual/nation'],
  ])('the help of %s at %s is at %s', async (kind, path, address) => {
    const reply = await get(`/docs/manual/at?${new URLSearchParams({ kind, path })}`)
    expect(reply.headers.get('location')).toBe(address)
  })
})
