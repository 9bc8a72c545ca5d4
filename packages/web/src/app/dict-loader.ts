import type { QueryClient } from '@tanstack/react-query'
import type { DictEntry } from '@xinchu/sdk'
import { oncePer } from '../lib/once-per.ts'
import { sdkOf } from './sdk.ts'

type Entries = readonly DictEntry[]

interface Waiting {
  name: string
  resolve: (entries: Entries) => void
  reject: (error: unknown) => void
}

// Dictionaries are loaded completely, by the specification's page size.
const WHOLE = { page: 0, size: 9999 }

/** Loads dictionaries. Names requested in the same tick share one request. */
function dictLoader(client: QueryClient): (name: string) => Promise<Entries> {
  let waiting: Waiting[] = []
  async function askForAll(): Promise<void> {
    const asked = waiting
    waiting = []
    try {
      const dictName = [...new Set(asked.map(({ name }) => name))].sort().join(',')
      const found: Readonly<Record<string, Entries>> = await sdkOf(client).dicts.getMap({
        dictName,
        ...WHOLE,
      })
      for (const { name, resolve } of asked) resolve(found[name] ?? [])
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
  return (name) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setTimeout(askForAll)
      waiting.push({ name, resolve, reject })
    })
}

/** Loads the values of a dictionary by its name. */
export const loadDictOf = oncePer(dictLoader)
