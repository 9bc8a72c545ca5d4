import { accepts, call, type Fault, instead, reply, restated, withoutHeader } from './fault.ts'

const file = call('GET /api/files/{id}')
const workbook = call('GET /api/esProject/projectTemplate')

export const fileFaults: readonly Fault[] = [
  {
    what: 'files have no type of their own',
    fails: ['files.type'],
    only: ['files.type', 'files.name', 'files.content', 'files.available'],
    make: reply(workbook, (given) => ({
      ...given,
      headers: { ...given.headers, 'content-type': 'application/octet-stream' },
    })),
  },
  {
    what: 'files have no name',
    fails: ['files.name'],
    only: ['files.type', 'files.name', 'files.content'],
    make: withoutHeader(workbook, 'content-disposition'),
  },
  {
    what: 'names of files are not encoded',
    fails: ['files.name'],
    only: ['files.type', 'files.name', 'files.content'],
    make: reply(workbook, (given) => ({
      ...given,
      headers: { ...given.headers, 'content-disposition': 'attachment; filename="template.xlsx"' },
    })),
  },
  {
    what: 'an error is sent as a workbook',
    fails: ['files.content'],
    only: ['files.type', 'files.name', 'files.content'],
    make: reply(workbook, (given) => ({
      ...given,
      body: Buffer.from('{"status":500,"message":"系统繁忙"}'),
    })),
  },
  {
    what: 'a missing file is an empty one',
    fails: ['files.missing'],
    only: ['files.missing', 'files.round-trip'],
    make: accepts(file, 404, 200, () => ({})),
  },
  {
    what: 'files are cut off',
    fails: ['files.round-trip'],
    only: ['files.missing', 'files.round-trip'],
    make: reply(file, (given) =>
      given.status === 200 ? { ...given, body: given.body.subarray(0, 100) } : given,
    ),
  },
  {
    what: 'files of others are forbidden, not missing',
    fails: ['files.invisible'],
    only: ['files.invisible', 'files.round-trip'],
    make: restated(file, 404, 403),
  },
  {
    what: 'deleted files stay',
    fails: ['files.delete'],
    only: ['files.delete'],
    make: instead(call('DELETE /api/files/{id}'), 204),
  },
  {
    what: 'contents are not looked at',
    fails: ['files.content-refused'],
    only: ['files.content-refused'],
    make: accepts(call('POST /api/files'), 415, 201, () => ({
      id: 1,
      fileName: 'a.pdf',
      ext: 'pdf',
      size: 1,
      bizType: 'PROJECT_RECORD',
    })),
  },
]
