import type { DictEntry } from '@xinchu/sdk'
import { sdk } from './sdk.ts'

type Entries = readonly DictEntry[]

interface Waiting {
  name: string
  resolve: (entries: Entries) => void
  reject: (error: unknown) => void
}

// Dictionaries are loaded completely, by the specification's page size.
const WHOLE = { page: 0, size: 9999 }

let waiting: Waiting[] = []

async function askForAll(): Promise<void> {
  const asked = waiting
  waiting = []
  try {
    const dictName = [...new Set(asked.map(({ name }) => name))].sort().join(',')
    const found: Readonly<Record<string, Entries>> = await sdk.dicts.getMap({ dictName, ...WHOLE })
    for (const { name, resolve } of asked) resolve(found[name] ?? [])
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** Loads the values of a dictionary. Names requested in the same tick share one request. */
export function loadDict(name: string): Promise<Entries> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) setTimeout(askForAll)
    waiting.push({ name, resolve, reject })
  })
}
