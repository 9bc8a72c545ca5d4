import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const source = (path: string) => join(root, 'src', path)

/** What the application needs before it can draw anything. */
export const APPLICATION = ['main.ts', 'shell/layout-route.tsx']
/** What the pages before the log-in begin with. */
export const START = 'public-main.ts'

// What a document starts by itself.
const STARTED = ['main.ts', START]

export type Bundle = Rolldown.OutputBundle

interface Parts {
  scripts: readonly string[]
  styles: readonly string[]
  modules: readonly string[]
}

/**
 * What must be there before modules can run: their parts of the build, and all that these import.
 * @param entries modules that the document itself starts, and others that these will import at once
 */
export function partsOf(bundle: Bundle, entries: readonly string[]): Parts {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const found = new Map<string, Rolldown.OutputChunk>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk.fileName)) return
    found.set(chunk.fileName, chunk)
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name))
  }
  for (const path of entries) {
    // A part that is imported later has a door of its own, which hands out what a shared part holds.
    const door = chunks.find(({ facadeModuleId }) => facadeModuleId === source(path))
    const part = chunks.find(({ moduleIds }) => moduleIds.includes(source(path)))
    if (!part) throw new Error(`no part of the build holds ${path}`)
    take(STARTED.includes(path) ? part : (door ?? part))
  }
  const taken = [...found.values()]
  return {
    scripts: taken.map(({ fileName }) => fileName),
    styles: [...new Set(taken.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
    modules: taken.flatMap(({ moduleIds }) => moduleIds),
  }
}

/** The text of a built file. @throws Error where the build has none of that name */
export function textOf(bundle: Bundle, name: string): string {
  const asset = bundle[name]
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name}`)
  return asset.source.toString()
}
