import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Can, useCan } from '../src/app/can.tsx'
import type { sdk } from '../src/app/sdk.ts'
import { sessionQueries } from '../src/app/session-queries.ts'

afterEach(cleanup)

type Info = Awaited<ReturnType<typeof sdk.auth.getInfo>>

/** Draws a part of a page for who holds these roles. */
function drawFor(roles: string[], part: React.ReactNode): void {
  const client = new QueryClient()
  client.setQueryData(sessionQueries.info.queryKey, { roles } as Info) // nothing else of it is asked for
  render(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}

function Check({ roles }: { roles: readonly string[] }) {
  return <p>{useCan(roles) ? 'yes' : 'no'}</p>
}

describe('[6.roles.2] what is meant for some roles', () => {
  test.each([
    ['one of them', ['esProject:audit'], ['admin', 'esProject:audit'], 1],
    ['none of them', ['esProject:add'], ['admin', 'esProject:audit'], 0],
    ['nothing at all', [], ['admin'], 0],
    ['one of them, where none is listed', ['admin'], [], 0],
  ])('is shown to who holds %s: %j of %j', (_what, held, listed, count) => {
    drawFor(held, <Can roles={listed}>同步入库</Can>)
    expect(screen.queryAllByText('同步入库')).toHaveLength(count)
  })

  test('can be asked for', () => {
    drawFor(['admin'], <Check roles={['admin']} />)
    expect(screen.getByText('yes')).toBeDefined()
  })
})

test('[6.roles.3] a check that is given no list of roles throws', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const wrong = 'admin' as unknown as string[] // what a screen without types may give
  expect(() => drawFor(['admin'], <Check roles={wrong} />)).toThrow('need roles')
  expect(() => drawFor(['admin'], <Can roles={wrong}>同步入库</Can>)).toThrow('need roles')
  quiet.mockRestore()
})
