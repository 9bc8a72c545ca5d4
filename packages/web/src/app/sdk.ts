import {
  auth,
  bind,
  dicts,
  files,
  fillTimes,
  menus,
  messages,
  owners,
  platform,
  projects,
  review,
  savedQueries,
  search,
  statistics,
} from '@xinchu/sdk'
import { connection } from './connection.ts'

export { logout } from './connection.ts'

/** The calls that the frame and the first pages need, over the one connection of this page. */
export const sdk = {
  ...bind(connection, {
    ...{ auth, dicts, files, fillTimes, menus, messages, owners },
    ...{ platform, projects, review, savedQueries, search, statistics },
  }),
  ...connection,
}
