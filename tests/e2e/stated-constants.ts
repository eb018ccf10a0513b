/**
 * Numbers that public pages may show without a source, because they aren't figures: constants from the specification,
 * names and dates. Each is listed with the words around it, so the same digits elsewhere are still found.
 */
const stated: readonly (readonly [words: RegExp, source: string])[] = [
  [/5 seconds to 3 minutes/g, 'docs/spec/product.md section 9, intervals'],
  [/\b24hrs\b/g, 'docs/spec/product.md section 9, public plan duration'],
  [
    /^(10|5|1)% ?(of deposits by people you invite|of deposits by people they invite|of deposits one level further down)?$/g,
    'docs/spec/product.md section 9, affiliate rates',
  ],
  [/earns 10%, 5% and 1% of confirmed deposits/g, 'docs/spec/product.md section 9, affiliate rates'],
  [
    /\b(within|of|up to|take) (up to )?(3|three) business days/g,
    'docs/spec/product.md section 9, withdrawal processing',
  ],
  [/48 hours/g, 'docs/spec/product.md section 9, first mining output'],
  [/365 days/g, 'how long a mining contract runs'],
  [/The default is 300\b/g, 'docs/spec/product.md section 9, custom mining amount'],
  [/(From )?7 to 730 days/g, 'docs/spec/product.md section 9, yield lock'],
  [/The default is 30\b/g, 'docs/spec/product.md section 5, yield lock default'],
  [/from 1\.5, in steps of 0\.5/g, 'docs/spec/product.md section 9, leverage'],
  [/With a leverage of 2, you earn/g, 'an example in words'],
  [/[Aa]t least 10, and/g, 'docs/spec/product.md section 9, copied trades'],
  [/(You must be|I am) 18 or older/g, 'docs/spec/product.md section 5'],
  [/20,000 US dollars/g, 'docs/spec/product.md section 9, maximum withdrawal'],
  [/maximum in 24 hours is/g, 'docs/spec/product.md section 9, maximum withdrawal'],
  [/a looser one after 24 hours/g, 'docs/spec/truth.md section 5'],
  [/(held|hold the quoted rate) for 15 minutes/g, 'the quote of a deposit'],
  [/within 14 (calendar )?days/g, 'docs/spec/product.md section 9, statement claims'],
  [/Last revised (23|28) November 2026/g, 'api/legal-documents.ts, the day the wording changed'],
  [/are erased 180 days after/g, 'api/message-retention.ts, contact messages'],
  [/the counts for the last 30 days/g, 'api/refused-prices, the period of the counts'],
  [/who referred you, for 30 days/g, 'the referral link'],
  [/1 ÷ \(1 \+ payout\)/g, 'the break-even formula, docs/spec/truth.md section 3'],
  [/difficulty × 2³²/g, 'the mining formula'],
  [/What 10\.00 is worth/g, 'an example in words'],
  [
    /× \(5 \+ the plan's position in the list, counted from 0\)/g,
    'docs/spec/product.md section 9, public plan maximum',
  ],
  [/\$1,000,000/g, 'the largest amount of the Custom plan'],
  [/\(95% confidence\)/g, 'the confidence of the ranking'],
  [/\b95 of 100 completed within/g, 'the name of a percentile'],
  [/nothing ends or is paid after 24 hours/g, 'the explanation of a label'],
  [/in the last 12 months/g, 'docs/spec/truth.md section 2, period of the losing share'],
  [/price 24 hours ago/g, 'the description of the call `symbols`'],
  [/\bLevel [123]\b/g, 'the names of the affiliate levels'],
  [/, shard \d+/g, 'the names of the ledger’s shards'],
  [/\bSHA-256d?\b|\bArgon2id\b|\bNasdaq 100\b/g, 'proper names'],
  [/© 20\d\d Tallystick/g, 'the product’s clock'],
  [/in 5 seconds\?/g, 'the length of a guess, the shortest trade'],
  [/^[1-4](?=[A-Z])/g, 'the numbers of the four steps'],
  [/^[1-3]\. (?=You|Contact|Code|Email|New password)/g, 'the numbers of the steps of signing up and of a reset'],
  [/At least 8 characters/g, 'the rule for passwords'],
  [/its last 30 trades/g, 'how many trades a trader’s page lists'],
  [/Risk \(1 to 10\)/g, 'the scale of the risk score'],
  [/^Block [\d,]+$/g, 'the name of a neighbouring block'],
]

/** Returns text without its known constants. */
export function withoutStated(text: string): string {
  return stated.reduce((rest, [words]) => rest.replace(words, ''), text)
}
