import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const source = (path: string) => join(root, 'src', path)

/** Modules that the application needs before its first render. */
export const APPLICATION = ['main.ts', 'shell/layout-route.tsx']
/** Entry modules of the public pages. */
export const START = 'public-main.ts'

// Entries started by a document.
const STARTED = ['main.ts', START]

export type Bundle = Rolldown.OutputBundle

interface Parts {
  scripts: readonly string[]
  styles: readonly string[]
  modules: readonly string[]
}

/**
 * Chunks that must load before modules can run, including their imports.
 * @param entries modules started by the document, and others that these import at once
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
    // A lazily imported chunk has a facade of its own, which re-exports from a shared chunk.
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

/** Reads a built file. @throws Error if the build has no such file */
export function textOf(bundle: Bundle, name: string): string {
  const asset = bundle[name]
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name}`)
  return asset.source.toString()
}
