import { queryClient } from '../../app/query-client.ts'
import { sdk } from '../../app/sdk.ts'
import { sessionQueries } from '../../app/session-queries.ts'

export type CenterForm = Parameters<typeof sdk.users.updateCenter>[0]

/** Saves what the user says of himself; the frame shows it at once. */
export async function saveCenter(form: CenterForm): Promise<void> {
  await sdk.users.updateCenter(form)
  await queryClient.invalidateQueries({ queryKey: sessionQueries.info.queryKey })
}
