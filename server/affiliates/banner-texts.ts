/** The sentences on a banner, which `npm run messages` adds to the catalogue of emails. */
export const bannerTexts = {
  claim: 'Practice trading that can prove every number it shows',
  notice: 'Practice money and test coins. Nothing can be cashed out.',
  earns: 'The inviter earns {rate} of deposits, never of losses.',
  invites: '{name} invites you',
  invited: 'You are invited',
  title: '{invites} to {siteName}: {link}',
} as const
