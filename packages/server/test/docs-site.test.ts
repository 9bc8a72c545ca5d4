import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
let docsDir: string
beforeAll(async () => {
  docsDir = mkdtempSync(join(tmpdir(), 'xinchu-docs-'))
  mkdirSync(join(docsDir, 'guide'))
  mkdirSync(join(docsDir, 'assets'))
  writeFileSync(join(docsDir, 'index.html'), '<title>文档</title>')
  writeFileSync(join(docsDir, 'guide/events.html'), '<title>事件</title>')
  writeFileSync(join(docsDir, 'assets/site.js'), 'let x')
  rig = await startRig({ config: { docsDir } })
})
afterAll(async () => {
  await rig.close()
  rmSync(docsDir, { recursive: true })
})

test.each([
  ['/docs/', '文档'],
  ['/docs/guide/events.html', '事件'],
])(
  'the documentation at %s may load only files of this site, and no inline script or style',
  async (path, title) => {
    const reply = await fetch(`${rig.url}${path}`)
    expect([reply.status, await reply.text()]).toEqual([200, `<title>${title}</title>`])
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  },
)

test('/docs leads to the first page', async () => {
  const { status, headers } = await fetch(`${rig.url}/docs`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, '/docs/'])
})

test('the reference and the manual stay where they are beside the documentation', async () => {
  for (const path of ['/docs/api', '/docs/manual', '/docs/manual/nation'])
    expect([path, (await fetch(`${rig.url}${path}`)).status]).toEqual([path, 200])
})

test.each(['/docs/none.html', '/docs/../package.json', '/docs/guide/'])('there is no %s', async (path) => {
  expect(
    (await fetch(`${rig.url}${path}`, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status,
  ).toBe(404)
})
