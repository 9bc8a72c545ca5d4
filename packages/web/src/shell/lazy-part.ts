import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen's component in a chunk that is loaded on demand. */
export interface ScreenPart {
  Component: LazyExoticComponent<ComponentType>
  /** The component if its chunk is loaded, so that it renders without suspending; otherwise undefined. */
  loaded: () => ComponentType | undefined
  /** Loads the chunk. */
  preload: () => Promise<unknown>
}

type Load<M> = () => Promise<M>

/** A chunk could not be loaded, because a newer build replaced it or the network failed. */
export class MissingPart extends Error {
  override name = 'MissingPart'
}

export function lazyPart<M extends Record<K, ComponentType>, K extends string>(
  load: Load<M>,
  name: K,
): ScreenPart {
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
    preload,
    loaded: () => part?.[name],
    Component: lazy(async () => ({ default: (await preload())[name] })),
  }
}
