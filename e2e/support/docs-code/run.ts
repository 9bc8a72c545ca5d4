import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../../packages/docs/src/pages.ts'
import { PASSWORD } from '../browser.ts'
import { CLIENT, moduleOf, scriptOf } from './modules.ts'
import { type Documented, documented, placeOf } from './pages.ts'

/** Folder in which `@xinchu/sdk` resolves to the built package, as in a project that installed it. */
export const modulesFolder = join(root, 'packages/docs/.cache/code')

const runner = fileURLToPath(new URL('runner.mjs', import.meta.url))

/** Makes the files that the pages speak of, by name. */
export type Fixtures = (name: string, page: number) => Promise<Uint8Array>

export interface Rig {
  /** Folder of each page's run. */
  folders: readonly string[]
  env: NodeJS.ProcessEnv
  /** Puts the addresses of this run in place of those in the text. */
  here(text: string): string
  remove(): void
}

/** Prepares a folder for each page, with its files. */
export async function rigFor(url: string, receiver: string, fixtures: Fixtures): Promise<Rig> {
  const base = mkdtempSync(join(tmpdir(), 'xinchu-docs-'))
  const bin = join(base, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'xinchu'),
    `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'packages/cli/bin/xinchu.js')}" "$@"\n`,
  )
  chmodSync(join(bin, 'xinchu'), 0o755)
  const folders = await Promise.all(
    documented.map(async ({ files }, at) => {
      const folder = join(base, String(at))
      mkdirSync(folder)
      for (const name of files) writeFileSync(join(folder, name), await fixtures(name, at))
      return folder
    }),
  )
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env['PATH']}`,
    PORT: '0',
    XINCHU_SERVER: url,
    XINCHU_PASSWORD: PASSWORD,
    PYTHONPATH: join(root, 'openapi/clients/python'),
  }
  const here = (text: string) =>
    text
      .replaceAll('https://platform.example', url)
      .replaceAll(/https:\/\/receiver\.example|http:\/\/proxy\.example:3128/g, receiver)
  return { folders, env, here, remove: () => rmSync(base, { recursive: true, force: true }) }
}

const nameOf = (page: number, at: number) => join(modulesFolder, `page-${page}-${at}`)

/** Writes the TypeScript blocks as modules. Returns the files by the place of their block. */
export function writeModules(here: (text: string) => string): Map<string, string> {
  rmSync(modulesFolder, { recursive: true, force: true })
  mkdirSync(modulesFolder, { recursive: true })
  writeFileSync(join(modulesFolder, 'client.mts'), CLIENT)
  writeFileSync(join(modulesFolder, 'client.mjs'), scriptOf(CLIENT))
  const files = new Map<string, string>()
  for (const [page, each] of documented.entries())
    for (const [at, block] of each.blocks.entries()) {
      if (block.language !== 'ts') continue
      const text = moduleOf(block, each.username)
      writeFileSync(`${nameOf(page, at)}.ts`, text)
      writeFileSync(`${nameOf(page, at)}.mjs`, scriptOf(here(text)))
      files.set(`${nameOf(page, at)}.ts`, placeOf(each, block))
    }
  return files
}

interface Ended {
  code: number
  out: string
  err: string
}

const end = (command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) =>
  new Promise<Ended>((resolve) => {
    execFile(command, args, { ...options, timeout: 120_000, maxBuffer: 64e6 }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    )
  })

/** Runs the TypeScript blocks. Returns the failures. */
export async function runModules({ folders, env }: Rig): Promise<string[]> {
  const runs = documented.flatMap((each, page) =>
    each.blocks.flatMap((block, at) =>
      block.language === 'ts' && !block.noRun && !block.testedIn
        ? [
            {
              file: `${nameOf(page, at)}.mjs`,
              folder: folders[page],
              username: each.username,
              place: placeOf(each, block),
            },
          ]
        : [],
    ),
  )
  const list = join(modulesFolder, 'runs.json')
  writeFileSync(list, JSON.stringify(runs))
  const { code, out, err } = await end(process.execPath, [runner, list], { cwd: modulesFolder, env })
  return code === 0 && out ? JSON.parse(out) : [`the runner ended with ${code}: ${err}`]
}

const COMMANDS: Readonly<Record<string, (code: string) => [string, string[]]>> = {
  sh: (code) => ['bash', ['-euo', 'pipefail', '-c', code]],
  python: (code) => ['python3', ['-B', '-c', code]],
}

/** Runs the blocks of a page in a language, in order. Returns the failures. */
export async function runScripts(page: Documented, language: 'sh' | 'python', rig: Rig): Promise<string[]> {
  const folder = rig.folders[documented.indexOf(page)] ?? ''
  const env = { ...rig.env, XINCHU_USERNAME: page.username, XINCHU_CONFIG_DIR: join(folder, '.config') }
  const failures: string[] = []
  for (const block of page.blocks) {
    const command = COMMANDS[block.language]?.(rig.here(`${block.setup}${block.code}`))
    if (!command || block.language !== language || block.noRun || block.testedIn) continue
    const { code, out, err } = await end(command[0], command[1], { cwd: folder, env })
    if (code !== block.exit)
      failures.push(
        `${placeOf(page, block)} ended with ${code}, not ${block.exit}:\n${out.slice(-600)}\n${err.slice(-1_500)}`,
      )
  }
  return failures
}
