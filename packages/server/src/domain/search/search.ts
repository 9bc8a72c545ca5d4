import type { components, operations } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import { grantsOf } from '../links/grants.ts'
import { findContactHits, findMessageHits, findPilotHits, findSectionHits } from './find-others.ts'
import { findProjectHits } from './find-projects.ts'
import { type Found, NOTHING, type Sought } from './hits.ts'
import { filtersOf, type Understood, understand } from './understand.ts'
import { loadVocabulary, type Vocabulary } from './vocabulary.ts'

type Schemas = components['schemas']
type SearchQuery = operations['searchAll']['parameters']['query']
type Kind = Schemas['SearchKind']

const KINDS: readonly Kind[] = ['project', 'demo', 'message', 'section', 'contact']
const LIMIT = 5
/** A word that was added to a dictionary is understood after this time at the latest. */
const KEPT_MS = 60_000

const vocabularies = new WeakMap<Db, { words: Promise<Vocabulary>; until: number }>()

function vocabularyOf(db: Db): Promise<Vocabulary> {
  const known = vocabularies.get(db)
  if (known && known.until > Date.now()) return known.words
  const words = loadVocabulary(db)
  vocabularies.set(db, { words, until: Date.now() + KEPT_MS })
  words.catch(() => vocabularies.delete(db))
  return words
}

const others: Readonly<Record<Exclude<Kind, 'project'>, typeof findPilotHits>> = {
  demo: findPilotHits,
  message: findMessageHits,
  section: findSectionHits,
  contact: findContactHits,
}

function find(
  db: Db,
  kind: Kind,
  said: Understood,
  sought: Omit<Sought, 'words'>,
  user: Caller,
): Promise<Found> {
  if (said.all.length === 0) return Promise.resolve(NOTHING)
  if (kind !== 'project') return others[kind](db, { ...sought, words: said.all }, user)
  return findProjectHits(db, { ...sought, words: said.words, filters: filtersOf(said.conditions) }, user)
}

/** Searches everything that the caller may list. */
export async function searchAll(
  db: Db,
  { q, kinds, limit = LIMIT, page = 0 }: SearchQuery,
  user: Caller,
  today: string,
): Promise<Schemas['SearchResult']> {
  const said = understand(q, await vocabularyOf(db), today)
  const wanted = KINDS.filter((kind) => kinds === undefined || kinds.length === 0 || kinds.includes(kind))
  const grants = await grantsOf(db, user)
  const groups = await Promise.all(
    wanted.map(async (kind): Promise<Schemas['SearchGroup']> => {
      const { total, isBounded, hits } = await find(db, kind, said, { grants, page, limit }, user)
      return { kind, total, ...(isBounded ? { isBounded } : {}), hits }
    }),
  )
  return { conditions: said.conditions, words: said.words, groups }
}
