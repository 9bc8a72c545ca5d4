import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { GrantedAction } from '../src/app/granted-action.tsx'
import { GrantedLink } from '../src/app/granted-link.tsx'
import { sessionQueries } from '../src/app/session-queries.ts'

afterEach(cleanup)

const page = (path: string, title: string) => ({
  path,
  component: 'Layout',
  children: [{ path: 'index', name: title, component: '', meta: { title } }],
})

/** Renders at the root of a router for a user whose menus open the task list of a province alone. */
async function show(content: ReactNode) {
  const client = new QueryClient()
  client.setQueryData(sessionQueries.menus.queryKey, [page('/provicetaskment', '任务管理')])
  const root = createRootRoute()
  const index = createRoute({ getParentRoute: () => root, path: '/', component: () => content })
  const router = createRouter({
    routeTree: root.addChildren([index]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never /* not the portal's own tree */} />
    </QueryClientProvider>,
  )
  await screen.findByRole('main')
}

test('a page that the menus open is a link', async () => {
  await show(
    <main>
      <GrantedLink to="/provicetaskment/index" search={{ mark: 'overdue' }}>
        任务管理
      </GrantedLink>
    </main>,
  )
  expect(screen.getByRole('link', { name: '任务管理' }).getAttribute('href')).toBe(
    '/provicetaskment/index?mark=overdue',
  )
})

test('a page that the menus do not open is its text, which does not look like a link', async () => {
  await show(
    <main>
      <GrantedLink to="/esproject/query/index" className="truncate text-brand-ink hover:underline">
        项目查询
      </GrantedLink>
    </main>,
  )
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getByText('项目查询').className).toBe('truncate')
})

test('a button to a page that the menus do not open is not there', async () => {
  await show(
    <main>
      <GrantedAction to="/esproject/query/index">查看</GrantedAction>
      <GrantedAction to="/user/messageinformation">消息中心</GrantedAction>
    </main>,
  )
  expect(screen.queryByText('查看')).toBeNull()
  expect(screen.getByRole('link', { name: '消息中心' })).toBeDefined()
})
