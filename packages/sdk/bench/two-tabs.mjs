// Two tabs of a real browser whose token dies again and again: every call must be answered, with one refresh a round.
// Build first, then: CHROMIUM=<path of a Chromium> node bench/two-tabs.mjs [rounds]
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { singleUseSession } from './single-use.mjs'

const ROUNDS = Number(process.argv[2] ?? 50)
const CALLS = 5
const { state, refresh, answer } = singleUseSession()
let logouts = 0
// The bundler that builds the package.
const { build } = createRequire(createRequire(import.meta.url).resolve('tsup'))('esbuild')
const entry = fileURLToPath(new URL('../dist/index.js', import.meta.url))
const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false })
const scripts = { '/sdk.js': outputFiles[0].contents }
const PAGE = `<script type="module">
import { browserStore, createClient } from '/sdk.js'
window.lost = 0
window.client = createClient({
  baseUrl: '', session: browserStore(), retry: { times: 0 }, hooks: { onExpired: () => { window.lost += 1 } },
})
</script>`

const server = createServer(({ url, headers }, response) => {
  if (url === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE)
  if (scripts[url]) return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scripts[url])
  if (url.startsWith('/auth/refresh')) return setTimeout(() => refresh(headers.authorization, response), 15)
  if (url === '/auth/logout') {
    logouts += 1
    return response.writeHead(204).end()
  }
  if (!url.startsWith('/api/')) return response.writeHead(404).end()
  return answer(headers, response)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })

async function opened(context, how) {
  const [page] = await Promise.all([context.waitForEvent('page'), how()])
  await page.waitForFunction(() => window.client)
  return page
}

const answersOf = (page) =>
  page.evaluate(async (calls) => {
    const settled = await Promise.allSettled(
      Array.from({ length: calls }, () => window.client.messages.getUnreadCount()),
    )
    return settled.filter(({ status }) => status === 'fulfilled').length
  }, CALLS)

async function rounds(name, tabs) {
  const counted = () => ({ ...state, logouts })
  const before = counted()
  let answered = 0
  for (let round = 0; round < ROUNDS; round++) {
    state.isAlive = false
    for (const count of await Promise.all(tabs.map(answersOf))) answered += count
  }
  const after = counted()
  const since = (key) => after[key] - before[key]
  const lost = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.lost)))
  return {
    name,
    answered: `${answered}/${ROUNDS * CALLS * tabs.length}`,
    refreshes: since('refreshes'),
    reuses: since('reuses'),
    'log-outs': since('logouts'),
    lost: lost.join(' '),
  }
}

try {
  const context = await browser.newContext()
  const origin = `http://127.0.0.1:${server.address().port}/`
  const first = await opened(context, async () => (await context.newPage()).goto(origin))
  await first.evaluate(() =>
    window.client.resume({ token: 'Bearer t1', refreshToken: 'r1', randomNumber: '1' }),
  )
  const twin = await opened(context, () => first.evaluate(() => void window.open('/')))
  const byHand = await opened(context, async () => (await context.newPage()).goto(origin))
  const results = [
    await rounds('a tab and its duplicate', [first, twin]),
    await rounds('a tab and one opened by hand', [first, byHand]),
  ]
  for (const tab of [first, twin, byHand]) {
    await tab.evaluate(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  }
  results.push(await rounds('all three, without Web Locks', [first, twin, byHand]))
  console.table(results)
} finally {
  await browser.close()
  server.close()
}
