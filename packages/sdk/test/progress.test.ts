import { afterEach, expect, test, vi } from 'vitest'
import { browserTransport, createClient } from '../src/index.ts'
import { json, startServer } from './support/server.ts'
import { UploadingRequest } from './support/uploading-request.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an upload in a browser tells how far it is, and its answer is read as ever', async () => {
  const server = await startServer((_seen, response) =>
    json(response, 201, { id: 1, fileName: 'a', ext: 'a', size: 3, bizType: 'IMPORT' }),
  )
  vi.stubGlobal('XMLHttpRequest', UploadingRequest)
  const sent: unknown[] = []
  const client = createClient({ baseUrl: server.url, transport: browserTransport() })
  const info = await client.files.upload(
    { file: new File(['abc'], '项目.xlsx'), bizType: 'IMPORT' },
    { onUpload: (loaded, total) => sent.push([loaded, total]) },
  )
  expect([info.id, sent]).toEqual([
    1,
    [
      [1, 3],
      [3, 3],
    ],
  ])
  expect(server.seen[0]?.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  await server.close()
})

test('an upload that the caller ends is ended in the browser too', async () => {
  const server = await startServer(() => undefined)
  vi.stubGlobal('XMLHttpRequest', UploadingRequest)
  const leaving = new AbortController()
  const upload = createClient({ baseUrl: server.url, transport: browserTransport() }).files.upload(
    { file: new File(['abc'], 'a.pdf'), bizType: 'IMPORT' },
    { onUpload: () => leaving.abort(), signal: leaving.signal },
  )
  await expect(upload).rejects.toMatchObject({ kind: 'aborted' })
  await server.close()
})

test('where the sending cannot be watched, one word comes when all is sent', async () => {
  const server = await startServer((_seen, response) =>
    json(response, 201, { id: 1, fileName: 'a', ext: 'a', size: 3, bizType: 'IMPORT' }),
  )
  const sent: unknown[] = []
  await createClient({ baseUrl: server.url, transport: browserTransport() }).files.upload(
    { file: new File(['abc'], 'a.pdf'), bizType: 'IMPORT' },
    { onUpload: (loaded, total) => sent.push([loaded, total]) },
  )
  expect(sent).toEqual([[9, 9]])
  await server.close()
})
