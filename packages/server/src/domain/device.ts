// Derived browsers and systems name their origin too, so the more special ones come first.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/(?:OPR|Opera)\/(\d+)/, 'Opera'],
  [/(?:QQBrowser|MQQBrowser)\/(\d+)/, 'QQ浏览器'],
  [/(?:360SE|360EE|QIHU)/, '360浏览器'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* .*Safari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/UOS|Kylin/i, '国产操作系统'],
  [/Linux/, 'Linux'],
]

/** A device in words, from the User-Agent header: `Windows · Chrome 141`. */
export function deviceOf(agent: string | null | undefined): string {
  if (!agent) return '未知设备'
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  const [pattern, browser] = BROWSERS.find(([each]) => each.test(agent)) ?? []
  if (!browser) return system ?? (/^(?:node|xinchu|undici)\b/i.test(agent) ? '程序（SDK）' : '其他程序')
  const version = pattern?.exec(agent)?.[1]
  return [system, version ? `${browser} ${version}` : browser].filter(Boolean).join(' · ')
}
