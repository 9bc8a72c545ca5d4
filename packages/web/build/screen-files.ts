import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { APPLICATION, type Bundle, partsOf, source } from './bundle.ts'

const SCREENS = 'shell/screen-parts.ts'
const FURTHER = 'features/further-parts.ts'

// `name = () => import('module')`
const MODULE = /(\w+) = \(\) => import\('([^']+)'\)/g
// `'/path': lazyPart(name, …` or `'/path': lazyPart(further('name'), …`
const SCREEN = /'(\/[^']*)': lazyPart\((?:further\('(\w+)'\)|(\w+)), /g

/** Modules below `src` by the names that a list of dynamic imports gives them. */
function modulesIn(list: string): Map<string, string> {
  const folder = posix.dirname(list)
  const found = readFileSync(source(list), 'utf8').matchAll(MODULE)
  return new Map([...found].map(([, name = '', path = '']) => [name, posix.join(folder, path)]))
}

/**
 * Modules of each screen by its path, as `shell/screen-parts.ts` names them: its own, after the list that names it.
 * @throws Error for an unknown name
 */
export function screenModules(): Map<string, string[]> {
  const [landings, further] = [modulesIn(SCREENS), modulesIn(FURTHER)]
  const screens = readFileSync(source(SCREENS), 'utf8').matchAll(SCREEN)
  return new Map(
    [...screens].map(([, path = '', listed, own = '']) => {
      const module = listed ? further.get(listed) : landings.get(own)
      if (!module) throw new Error(`no module is named for ${path}`)
      return [path, listed ? [FURTHER, module] : [module]]
    }),
  )
}

export interface ScreenFiles {
  /** Names of the built files. */
  files: string[]
  /** Indexes of what a screen loads in addition to the application, by its path. */
  of: Record<string, number[]>
}

/** Files that each screen loads. */
export function screenFiles(bundle: Bundle): ScreenFiles {
  const application = partsOf(bundle, APPLICATION)
  const loaded = new Set([...application.scripts, ...application.styles])
  const all = new Map<string, number>()
  const indexOf = (name: string) => {
    if (!all.has(name)) all.set(name, all.size)
    return all.get(name) ?? 0
  }
  const of = [...screenModules()].map(([path, modules]) => {
    const { scripts, styles } = partsOf(bundle, modules)
    return [path, [...scripts, ...styles].filter((name) => !loaded.has(name)).map(indexOf)] as const
  })
  return { files: [...all.keys()], of: Object.fromEntries(of) }
}
