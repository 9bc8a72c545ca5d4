import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen's component in a part of the build that is fetched when first needed. */
export interface ScreenPart {
  Component: LazyExoticComponent<ComponentType>
  /** The component once its part is there, to be drawn without suspending; undefined before. */
  loaded: () => ComponentType | undefined
  /** Fetches the part. */
  preload: () => Promise<unknown>
}

type Load<M> = () => Promise<M>

/** A part of the build could not be fetched: a newer build replaced it, or the network failed. */
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
