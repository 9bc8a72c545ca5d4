import { platform } from '@xinchu/sdk'
import { connection } from '../../app/connection.ts'
import { tell } from '../../app/tell.ts'
import { sharedLoad, useShared } from '../../lib/shared-load.ts'

const NAME = '全国新型储能大数据平台'

/** The public settings of the platform. Pages before the log-in fetch them without the application's cache of queries. */
export const platformSettings = sharedLoad(() => platform(connection).get(), tell)

export const usePlatform = () => useShared(platformSettings)

/** What the platform is called; its usual name until it has said so. */
export const usePlatformTitle = (): string => usePlatform()?.title ?? NAME
