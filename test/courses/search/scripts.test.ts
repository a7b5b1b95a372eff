import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSearchService } from './search-service.ts'

let service: Awaited<ReturnType<typeof startSearchService>>
beforeAll(async () => {
  service = await startSearchService()
})
afterAll(() => service.close())

const marked = (excerpt: string) => [...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, match]) => match)
/** What a search marks, for each result. */
async function marksOf(contents: string[], query: string, language?: string) {
  const key = await service.key()
  await service.course(key, contents, { language })
  return (await service.excerpts(key, query)).map((excerpt) => [...new Set(marked(excerpt))].join(' '))
}

const chinese = [
  '水分是植物生长的关键。土壤水分太少，叶子就会枯萎。',
  '我们用传感器测量土壤水分和空气湿度，再把数据发送到互联网。',
  '空气湿度高的时候，植物的水分蒸发得慢。',
  '物联网设备连接互联网以后，可以远程控制水泵。',
  '测量结果：湿度40%，温度21℃；土壤偏干。',
  '肥沃的土壤含有机质，也含有空气。',
  '互联网上有很多关于园艺的课程。',
  '本课介绍怎样读取传感器的电压。',
]
const japanese = [
  '土壌センサーで水分を測定します。',
  'センサーの値が低いとき、ポンプを動かします。',
  '湿度センサーと温度センサーを接続してください。',
  'データはインターネット経由で送られます。',
  '植物は土壌から水分を吸収する。',
  '部屋の湿度は毎日変わります。',
  'この課題ではｾﾝｻｰの電源を確認します。',
  'クラウドにデータを保存しましょう。',
]
const korean = [
  '토양의 수분이 부족하면 식물이 시듭니다.',
  '센서로 토양수분을 측정합니다.',
  '습도센서를 연결하고 습도를 읽으세요.',
  '인터넷에 연결된 장치를 사물인터넷이라고 합니다.',
]
const arabic = [
  'تقع المدرسة قرب النهر.',
  'ذهب الطلاب إلى المدرسة والمكتبة.',
  'والمدرسة كبيرة وفيها حديقة.',
  'رطوبة التربة مهمة للنبات.',
  'تحتاج النباتات إلى تُرْبَة رطبة.',
  'يقيس المستشعر حرارة الهواء وبالتربة أيضا.',
]
const hebrew = [
  'הקרקע זקוקה למים.',
  'בקרקע יש אוויר ומים.',
  'חיישן לחות הקרקע שולח נתונים.',
  'הלחות בחדר משתנה בכל יום.',
]
const thai = ['ความชื้นในดินสำคัญต่อพืช', 'เซ็นเซอร์วัดความชื้นของอากาศ', 'อินเทอร์เน็ตเชื่อมต่ออุปกรณ์', 'ดินที่ดีมีอากาศและน้ำ']
const german = [
  'Die Bodenfeuchtigkeit sagt, wann gegossen wird.',
  'Ein Feuchtigkeitssensor misst den Wasserhaushalt.',
  'Der Bodenfeuchtigkeitssensor sendet Messwerte.',
  'Luftfeuchtigkeit und Temperatur gehören zusammen.',
  'Das Grundwasser steigt im Frühling.',
  'Gießwasser wird gesammelt, Regenwasser auch.',
  'Sensordaten stehen in einer Datenbank.',
  'Temperatursensoren brauchen wenig Strom.',
  'Im Gartenboden leben Würmer.',
  'Blumen mögen Licht.',
]

test.each([
  ['水分', chinese],
  ['湿度', chinese],
  ['土壤', chinese],
  ['互联网', chinese],
  ['传感器', chinese],
  ['湿', chinese],
  ['センサー', japanese],
  ['水分', japanese],
  ['土壌', japanese],
  ['インターネット', japanese],
  ['データ', japanese],
  ['المدرسة', arabic],
  ['مدرسة', arabic],
  ['تربة', arabic],
  ['التربة', arabic],
  ['קרקע', hebrew],
  ['לחות', hebrew],
  ['מים', hebrew],
  ['토양', korean],
  ['습도', korean],
  ['인터넷', korean],
  ['ดิน', thai],
  ['ความชื้น', thai],
  ['อินเทอร์เน็ต', thai],
  ['Feuchtigkeit', german],
  ['feuchtigkeitssensor', german],
  ['Sensor', german],
  ['Boden', german],
  ['Wasser', german],
  ['Daten', german],
])('%s finds exactly the blocks that hold it, and marks it alone', async (word, contents) => {
  // Arabic is found without its vowel signs.
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u064b-\u0652]/g, '')
  const holding = contents.filter((text) => plain(text).includes(word.toLowerCase()))
  expect(holding.length).toBeGreaterThan(0)
  const found = await marksOf(contents, word, contents === german ? 'de' : undefined)
  expect(found.map((marks) => [...new Set(plain(marks).split(' '))].join(' '))).toEqual(
    holding.map(() => word.toLowerCase()),
  )
})

test('words in scripts with and without spaces are found together', async () => {
  const contents = ['IoT设备测量土壤。', 'IoT 设备', '土壤']
  expect(await marksOf(contents, 'IoT 土壤')).toEqual(['IoT 土壤'])
  expect(await marksOf(contents, 'IoT设备')).toEqual(['IoT 设备', 'IoT 设备'])
  expect(await marksOf(contents, '土壤 -IoT')).toEqual(['土壤'])
})

test.each([
  ['owned', 'It does not own the value.', 'own'],
  ['Frühe', 'Wir säen früh.', 'früh'],
  ['Peripheriegeräte', 'Ein Peripheriegerät misst.', 'Peripheriegerät'],
  ['Frühe', 'Wir säen fru\u0308h.', 'fru\u0308h'],
])('%s finds %j and marks the word that has its stem', async (query, text, marked) => {
  expect(await marksOf([text, 'Nothing else.'], query)).toEqual([marked])
})

test.each(['Übung', 'Ubung', 'Uebung', 'übung', 'ÜBUNG', 'U\u0308bung'])('%s finds Übung', async (query) => {
  expect(await marksOf(['Die nächste Übung.', 'Eine Bodenübung.', 'Nichts.'], query, 'de')).toEqual(['Übung', 'übung'])
})

test.each([
  ['Übung', 'Uebung'],
  ['Strasse', 'Straße'],
  ['Straße', 'Strasse'],
  ['smorrebrod', 'smørrebrød'],
  ['smoerrebroed', 'smørrebrød'],
  ['cafe', 'café'],
  ['Vietnam', 'Việtnam'],
  ['почва', 'ПОЧВА'],
  ['ΣΠΟΡΟΣ', 'σπορος'],
  ['ﬁeld', 'field'],
  ['field', 'ﬁeld'],
  ['ＩｏＴ', 'IoT'],
  ['الانترنت', 'الإنترنت'],
  ['الإنترنت', 'الانترنت'],
  ['الإنترنت', 'الا\u0655نترنت'],
  ['مكتبه', 'مكتبة'],
  ['مسؤول', 'مسوول'],
  ['مصطفي', 'مصطفى'],
  ['كتاب', 'کتاب'],
  ['علي', 'علی'],
])('%s finds %s', async (query, text) => {
  expect(await marksOf([`(${text})`, 'other'], query)).toEqual([text])
})

// Soft hyphens and joiners are invisible: a word is the same word with and without them.
test.each([
  ['photosynthesis', 'photo\u00adsyn\u00adthesis'],
  ['photo\u00adsynthesis', 'photosynthesis'],
  ['lightyear', 'light\u200byear'],
  ['lightyear', 'light\u2060year'],
  ['میخواهم', 'می\u200cخواهم'],
  ['می\u200cخواهم', 'میخواهم'],
  ['ක්\u200dෂය', 'ක්ෂය'],
  ['ක්ෂය', 'ක්\u200dෂය'],
  ['แสง', 'แ\u200bสง'],
])('%j is found in %j and marked', async (query, text) => {
  expect(await marksOf([`(${text})`, 'other'], query)).toEqual([text])
})

test.each([
  ['C#', ['C#']],
  ['c#', ['C#']],
  ['C++', ['C++']],
  ['F#', ['F#']],
  ['.NET', ['.NET', '.NET']],
  ['ASP.NET', ['ASP .NET']],
  ['C', ['C']],
])('%s is found as a name of its own', async (query, found) => {
  const contents = [
    'Learn C#: classes',
    'Learn C++, a classic',
    'Learn F#',
    'Learn C.',
    'Use .NET for it',
    'Use ASP.NET here',
    'cats (c) net',
  ]
  expect(await marksOf(contents.slice(0, 6), query)).toEqual(found)
})

test.each([
  ['moisture', 'see https://example.com/soil/moisture.html for more'],
  ['read_sensor', 'call read_sensor() now'],
  ['sensor', 'call read_sensor() now'],
  ['String', 'a Vec<String> holds texts'],
  ['main.rs', 'open src/main.rs first'],
  ['self-check', 'a self-check for you'],
  ['check', 'a self-check for you'],
  ['running', 'he runs'],
])('%s is found in: %s', async (query, text) => {
  expect(await marksOf([text, 'nothing else'], query)).toHaveLength(1)
})

test('parts of German compounds are found in a course without a language, if a frequent word tells that it is German', async () => {
  const contents = ['Die Bodenfeuchtigkeit wird gemessen.', 'Ein Feuchtigkeitssensor', 'The soil']
  expect(await marksOf(contents, 'Feuchtigkeit')).toEqual(['feuchtigkeit', 'Feuchtigkeit'])
})

test('parts of English words are not found', async () => {
  expect(await marksOf(['The next generation is in the house', 'A ration for all'], 'ration')).toEqual(['ration'])
})

test('parts of compounds are found when the course gets its language', async () => {
  const key = await service.key()
  const id = await service.course(key, ['Bodenfeuchtigkeit'], { language: 'en' })
  expect(await service.excerpts(key, 'Feuchtigkeit')).toEqual([])
  await service.rest('PATCH', `/courses/${id}`, key, { language: 'de-AT' })
  await service.waitUntilIndexed()
  expect(await service.excerpts(key, 'Feuchtigkeit')).toEqual(['Boden<mark>feuchtigkeit</mark>'])
})

test('an excerpt shows the words of a search, not the beginning of the text', async () => {
  const key = await service.key()
  const filler = 'Nothing to see here. '.repeat(40)
  await service.course(key, [
    `${filler}A kestrel & <b>falcon</b>. ${filler}`,
    `${'土'.repeat(500)}水分${'地'.repeat(500)}`,
  ])
  const [found] = await service.excerpts(key, 'kestrel falcon')
  expect(found).toContain('A <mark>kestrel</mark> &amp; &lt;b&gt;<mark>falcon</mark>&lt;/b&gt;.')
  expect(found!.length).toBeLessThan(250)
  const [chineseFound] = await service.excerpts(key, '水分')
  expect(chineseFound).toContain('土<mark>水分</mark>地')
  expect(chineseFound!.length).toBeLessThan(120)
})

test('a text of 100 KB in any script is indexed', async () => {
  const key = await service.key()
  const letters = (from: number, size: number) =>
    Array.from({ length: 34_000 }, (_, index) => String.fromCodePoint(from + ((index * 7919) % size))).join('')
  const words = Array.from({ length: 9000 }, (_, index) => `ü${(index * 7919 + 100_000).toString(26)}haus`).join(' ')
  await service.course(key, [letters(0x4e00, 20_000), letters(0xac00, 11_000), words], { language: 'de' })
  expect(await service.db.prisma.searchFailure.count()).toBe(0)
})

// PostgreSQL sorts the marks of a letter in a time that grows with the square of their number: this took a minute.
test('a text with a letter of 50,000 combining marks is indexed, and its other words are found', async () => {
  const key = await service.key()
  await service.course(key, [`tulip a${'\u0301\u0316'.repeat(25_000)} narcissus`])
  expect((await service.excerpts(key, 'tulip')).map(marked)).toEqual([['tulip']])
  expect(await service.excerpts(key, 'narcissus')).toHaveLength(1)
})
