// Not shortened: parts of a city that would get the city's name, or half a word.
const WHOLE = /(?:矿区|.{2}新区)$/
const KIND = /(?:特别行政区|自治区|自治州|自治县|自治旗|地区|(?<=.{3})林区|特区|省|市|县|区|盟)$/
const PEOPLES =
  '蒙古|回|藏|维吾尔|苗|彝|壮|布依|朝鲜|满|侗|瑶|白|土家|哈尼|哈萨克|傣|黎|傈僳|佤|畲|拉祜|水|东乡|纳西|景颇|柯尔克孜|土|达斡尔|仫佬|羌|布朗|撒拉|毛南|仡佬|锡伯|普米|塔吉克|怒|鄂温克|保安|裕固|独龙|鄂伦春|各'
// Keeps at least two characters: 东乡族自治县 becomes 东乡.
const INHABITED = new RegExp(`^(.{2,}?)(?:(?:${PEOPLES})族|哈萨克|蒙古|锡伯|塔吉克|柯尔克孜)+$`)

/** Short name of a city or county, such as 湘西 for 湘西土家族苗族自治州. At least two characters. */
export function shortRegionName(name: string): string {
  const place = name.replace(KIND, '')
  if (WHOLE.test(name) || place.length < 2) return name
  const [, bare = place] = INHABITED.exec(place) ?? []
  return bare.replace(/(?<=..)族$/, '')
}
