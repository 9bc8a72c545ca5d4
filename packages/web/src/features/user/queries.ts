import { mutationOptions } from '@tanstack/react-query'
import { type Sdk, sdkOf } from '../../app/people-sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'

export type CenterForm = Parameters<Sdk['users']['updateCenter']>[0]

/** Saves the user's own data; the frame shows it. */
export const saveCenter = mutationOptions({
  mutationFn: (form: CenterForm, { client }) => sdkOf(client).users.updateCenter(form),
  meta: { invalidates: [sessionQueries.info.queryKey] },
})
