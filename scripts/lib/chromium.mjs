import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
]
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
// The newest release that still admits Node 20; it carries its browser inside the package.
const CARRIED = '@sparticuz/chromium@147.0.0'

const works = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function installed() {
  const asked = process.env.CHROME_PATH
  if (asked) return asked
  const dirs = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const found = NAMES.flatMap((name) => dirs.map((dir) => join(dir, name))).concat(PLACES)
  return found.find((path) => existsSync(path) && works(path))
}

function fromDebian() {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!isDebian) return undefined
  console.log('正在安装 Chromium 与中文字体……')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-y', ...args], { env, stdio: 'inherit' }).status === 0
  apt('update')
  return apt('install', 'chromium', 'fonts-noto-cjk') ? installed() : undefined
}

async function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const dir = join(root, '.cache', 'chromium')
  const main = join(dir, 'node_modules/@sparticuz/chromium')
  try {
    if (!existsSync(main)) {
      console.log('正在安装随包携带的 Chromium……')
      mkdirSync(dir, { recursive: true })
      execFileSync('npm', ['install', '--prefix', dir, '--no-save', '--no-package-lock', CARRIED], {
        stdio: 'inherit',
      })
    }
    const { exports } = JSON.parse(readFileSync(join(main, 'package.json'), 'utf8'))
    const entry = typeof exports === 'string' ? exports : (exports?.['.']?.import ?? './build/esm/index.js')
    const { default: chromium } = await import(pathToFileURL(join(main, entry)).href)
    const path = await chromium.executablePath()
    return works(path) ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * The path of a Chrome or Chromium for the browser tests: an installed one, else Debian's where this process may
 * install it, else one that an npm package carries. Ends the process with advice when there is none.
 */
export async function findChromium() {
  const path = installed() ?? fromDebian() ?? (await fromPackage())
  if (path) return path
  console.error(
    '未找到 Chrome 或 Chromium，浏览器测试无法进行。请安装其一（Debian：apt-get install chromium），或以 CHROME_PATH 指明其路径。',
  )
  process.exit(1)
}
