import { useOnline } from '../app/use-online.ts'

/** Banner while the network is offline. */
export function OfflineBanner() {
  const isOnline = useOnline()
  if (isOnline) return null
  return (
    <p role="alert" className="bg-warning-soft px-4 py-1.5 text-center text-s text-warning">
      网络已断开，恢复后将继续；已填写的内容保存在本机。
    </p>
  )
}
