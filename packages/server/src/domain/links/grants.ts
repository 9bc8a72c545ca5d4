import type { components } from '@xinchu/contract/schema'
import type { Db } from '../../db/database.ts'
import { menuRoutes } from '../menus/routes.ts'

type MenuRoute = components['schemas']['MenuRoute']

/** Addresses of the pages that a reader's menus open, parameters as `:name`. */
export type Grants = ReadonlySet<string>

const under = (parent: string, path: string) => (path.startsWith('/') ? path : `${parent}/${path}`)

const pagesOf = (routes: readonly MenuRoute[], parent = ''): string[] =>
  routes.flatMap(({ path, children = [] }) =>
    children.length > 0 ? pagesOf(children, under(parent, path)) : [under(parent, path)],
  )

/** The pages that the menus of a user open. */
export const grantsOf = async (db: Db, { id }: { id: number }): Promise<Grants> =>
  new Set(pagesOf(await menuRoutes(db, id)))
