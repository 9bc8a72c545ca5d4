import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface Screen<Path extends string = string> {
  /** Its address, parameters as `$name`. */
  path: Path
  /** The title where the server's menu has none. */
  title?: string
  /** The menu whose grant opens it; its own address where absent. */
  grantedBy?: string
  /** Parameters of the search that make another view of it. */
  identity?: readonly string[]
  Component: LazyExoticComponent<ComponentType>
  /** Fetches its part of the build. */
  preload: () => Promise<unknown>
}

type Load<M> = () => Promise<M>

/** A screen whose part of the build is fetched when it is first needed. */
export function lazyScreen<const Path extends string, M extends Record<K, ComponentType>, K extends string>(
  path: Path,
  load: Load<M>,
  name: K,
  more: Pick<Screen, 'title' | 'grantedBy' | 'identity'> = {},
): Screen<Path> {
  return {
    ...more,
    path,
    preload: load,
    Component: lazy(async () => ({ default: (await load())[name] })),
  }
}
