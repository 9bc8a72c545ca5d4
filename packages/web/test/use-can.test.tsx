import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Sdk } from '../src/app/sdk.ts'
import { sessionQueries } from '../src/app/session-queries.ts'
import { useCan } from '../src/app/use-can.ts'

afterEach(cleanup)

type Info = Awaited<ReturnType<Sdk['auth']['getInfo']>>

function Check({ roles }: { roles: readonly string[] }) {
  return <p>{useCan(roles) ? 'yes' : 'no'}</p>
}

/** Asks for a user with the held roles whether they include one of the listed. */
function ask(held: string[], listed: readonly string[]): void {
  const client = new QueryClient()
  client.setQueryData(sessionQueries.info.queryKey, { roles: held } as Info) // the rest is not read
  render(
    <QueryClientProvider client={client}>
      <Check roles={listed} />
    </QueryClientProvider>,
  )
}

test.each([
  ['one of them', ['esProject:audit'], ['admin', 'esProject:audit'], 'yes'],
  ['none of them', ['esProject:add'], ['admin', 'esProject:audit'], 'no'],
  ['nothing at all', [], ['admin'], 'no'],
  ['one, where none is listed', ['admin'], [], 'no'],
])('[6.roles.2] the role check for a user who holds %s: %j of %j', (_what, held, listed, answer) => {
  ask(held, listed)
  expect(screen.getByText(answer)).toBeDefined()
})

test('[3.user.3] who holds nothing has the role by default', () => {
  ask([], ['ROLE_SYSTEM_DEFAULT'])
  expect(screen.getByText('yes')).toBeDefined()
})

test('[6.roles.3] a check that is given no list of roles throws', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => ask(['admin'], 'admin' as unknown as string[])).toThrow('need roles') // as code without types may call it
  quiet.mockRestore()
})
