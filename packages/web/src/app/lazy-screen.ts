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
  /** The same once its part of the build is there, to be drawn without waiting; undefined before. */
  loaded: () => ComponentType | undefined
  /** Fetches its part of the build. */
  preload: () => Promise<unknown>
}

type Load<M> = () => Promise<M>

/** A part of the build could not be fetched: it has gone with a newer build, or the network has. */
export class MissingPart extends Error {
  override name = 'MissingPart'
}

/** A screen whose part of the build is fetched when it is first needed. */
export function lazyScreen<const Path extends string, M extends Record<K, ComponentType>, K extends string>(
  path: Path,
  load: Load<M>,
  name: K,
  more: Pick<Screen, 'title' | 'grantedBy' | 'identity'> = {},
): Screen<Path> {
  let part: M | undefined
  const preload = async () => {
    try {
      part = await load()
      return part
    } catch (cause) {
      throw new MissingPart('页面未能加载', { cause })
    }
  }
  return {
    ...more,
    path,
    preload,
    loaded: () => part?.[name],
    Component: lazy(async () => ({ default: (await preload())[name] })),
  }
}
