import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen's component in a chunk that is loaded on demand. */
export interface ScreenPart {
  Component: LazyExoticComponent<ComponentType>
  /** The component if its chunk is loaded, so that it renders without suspending; otherwise undefined. */
  loaded: () => ComponentType | undefined
  /** Loads the chunk, and prepares what the screen reads first. */
  preload: (client: QueryClient) => Promise<void>
}

type Load<M> = () => Promise<M>

/** A chunk could not be loaded, because a newer build replaced it or the network failed. */
export class MissingPart extends Error {
  override name = 'MissingPart'
}

/** @param prepare called with the chunk each time it is preloaded */
export function lazyPart<M extends Record<K, ComponentType>, K extends string>(
  load: Load<M>,
  name: K,
  prepare?: (part: M, client: QueryClient) => void,
): ScreenPart {
  let part: M | undefined
  const fetchPart = async () => {
    try {
      part = await load()
      return part
    } catch (cause) {
      throw new MissingPart('页面未能加载', { cause })
    }
  }
  return {
    async preload(client) {
      // Not as an argument: an optional call without a function does not evaluate its arguments.
      const loaded = await fetchPart()
      prepare?.(loaded, client)
    },
    loaded: () => part?.[name],
    Component: lazy(async () => ({ default: (await fetchPart())[name] })),
  }
}
