import { DECLINES, type Decline } from './declines.ts';

/** What happens when a card is charged. */
export type CardOutcome =
  | { readonly does: 'succeed'; readonly refunds?: 'pending' | 'failing'; readonly risk?: 'elevated' }
  | {
      readonly does: 'decline';
      readonly decline: Decline;
      /** Without a CVC there is no check that could fail, and the payment succeeds. */
      readonly onlyWithCvc?: true;
    }
  | { readonly does: 'challenge'; readonly then: CardOutcome };

export interface TestCard {
  readonly number: string;
  /** The id by which a server may use the card without its number. */
  readonly id: string;
  readonly funding: 'credit' | 'debit' | 'prepaid';
  /** Country of the bank, ISO 3166-1. */
  readonly country: string;
  readonly outcome: CardOutcome;
}

type Extras = Partial<Pick<TestCard, 'funding' | 'country' | 'outcome'>>;

const card = (number: string, id: string, extras: Extras = {}): TestCard => ({
  number,
  id,
  funding: 'credit',
  country: 'US',
  outcome: { does: 'succeed' },
  ...extras,
});
const declined = (decline: Decline, onlyWithCvc?: true): Extras => ({
  outcome: { does: 'decline', decline, ...(onlyWithCvc && { onlyWithCvc }) },
});
const challenged = (then: CardOutcome = { does: 'succeed' }): Extras => ({ outcome: { does: 'challenge', then } });
const DEBIT: Extras = { funding: 'debit' };

const BRANDS: readonly TestCard[] = [
  card('4242424242424242', 'pm_card_visa'),
  card('4111111111111111', 'pm_card_visa_4111'),
  card('4012888888881881', 'pm_card_visa_1881'),
  card('4000056655665556', 'pm_card_visa_debit', DEBIT),
  card('5555555555554444', 'pm_card_mastercard'),
  card('2223003122003222', 'pm_card_mastercard_2series'),
  card('5200828282828210', 'pm_card_mastercard_debit', DEBIT),
  card('5105105105105100', 'pm_card_mastercard_prepaid', { funding: 'prepaid' }),
  card('378282246310005', 'pm_card_amex'),
  card('371449635398431', 'pm_card_amex_8431'),
  card('6011111111111117', 'pm_card_discover'),
  card('6011000990139424', 'pm_card_discover_9424'),
  card('6011981111111113', 'pm_card_discover_debit', DEBIT),
  card('3056930009020004', 'pm_card_diners'),
  card('36227206271667', 'pm_card_diners_14'),
  card('6555900000604105', 'pm_card_bccard'),
  card('3566002020360505', 'pm_card_jcb', { country: 'JP' }),
  card('6200000000000005', 'pm_card_unionpay', { country: 'CN' }),
  card('6200000000000047', 'pm_card_unionpay_debit', { country: 'CN', funding: 'debit' }),
  card('6205500000000000004', 'pm_card_unionpay_19', { country: 'CN' }),
];

const COUNTRIES: readonly TestCard[] = [
  ['AE', '5200007840000022'],
  ['AT', '4000000400000008'],
  ['AU', '4000000360000006'],
  ['BE', '4000000560000004'],
  ['BG', '4000001000000000'],
  ['BR', '4000000760000002'],
  ['CA', '4000001240000000'],
  ['CH', '4000007560000009'],
  ['CN', '4000001560000002'],
  ['CY', '4000001960000008'],
  ['CZ', '4000002030000002'],
  ['DE', '4000002760000016'],
  ['DK', '4000002080000001'],
  ['EE', '4000002330000009'],
  ['ES', '4000007240000007'],
  ['FI', '4000002460000001'],
  ['FR', '4000002500000003'],
  ['GB', '4000008260000000'],
  ['GR', '4000003000000030'],
  ['HK', '4000003440000004'],
  ['HU', '4000003480000005'],
  ['IE', '4000003720000005'],
  ['IN', '4000003560000008'],
  ['IT', '4000003800000008'],
  ['JP', '4000003920000003'],
  ['LT', '4000004400000000'],
  ['LU', '4000004420000006'],
  ['LV', '4000004280000005'],
  ['MT', '4000004700000007'],
  ['MX', '4000004840008001'],
  ['MY', '4000004580000002'],
  ['NL', '4000005280000002'],
  ['NO', '4000005780000007'],
  ['NZ', '4000005540000008'],
  ['PL', '4000006160000005'],
  ['PT', '4000006200000007'],
  ['RO', '4000006420000001'],
  ['SE', '4000007520000008'],
  ['SG', '4000007020000003'],
  ['SI', '4000007050000006'],
  ['SK', '4000007030000001'],
].map(([country = '', number = '']) => card(number, `pm_card_${country.toLowerCase()}`, { country }));

const DECLINED: readonly TestCard[] = [
  card('4000000000000002', 'pm_card_visa_chargeDeclined', declined(DECLINES.generic)),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', declined(DECLINES.insufficientFunds)),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', declined(DECLINES.lost)),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', declined(DECLINES.stolen)),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', declined(DECLINES.expired)),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', declined(DECLINES.incorrectCvc, true)),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', declined(DECLINES.processingError)),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', declined(DECLINES.velocity)),
  card('4000000000000341', 'pm_card_chargeCustomerFail', declined(DECLINES.generic)),
  card('4100000000000019', 'pm_card_radarBlock', declined(DECLINES.fraudulent)),
  card('4000000000004954', 'pm_card_riskLevelHighest', declined(DECLINES.fraudulent)),
  card('4000000000000101', 'pm_card_cvcCheckFail', declined(DECLINES.incorrectCvc, true)),
];

const AUTHENTICATED: readonly TestCard[] = [
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', challenged()),
  card('4000002760003184', 'pm_card_authenticationRequired', challenged()),
  card('4000003800000446', 'pm_card_authenticationRequiredSetupForOffSession', challenged()),
  card('4000000000003220', 'pm_card_threeDSecure2Required', challenged()),
  card(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    challenged({ does: 'decline', decline: DECLINES.insufficientFunds }),
  ),
  card(
    '4000008400001629',
    'pm_card_threeDSecureRequiredChargeDeclined',
    challenged({ does: 'decline', decline: DECLINES.generic }),
  ),
  card('4000008400001280', 'pm_card_threeDSecureRequiredProcessingError', declined(DECLINES.generic)),
  card('4000000000003055', 'pm_card_threeDSecureOptional'),
  card('4000000000003097', 'pm_card_threeDSecureOptionalProcessingError'),
];

const SPECIAL: readonly TestCard[] = [
  card('4000000000009235', 'pm_card_riskLevelElevated', { outcome: { does: 'succeed', risk: 'elevated' } }),
  card('4000000000000010', 'pm_card_avsFail'),
  card('4000000000000028', 'pm_card_avsLine1Fail'),
  card('4000000000000036', 'pm_card_avsZipFail'),
  card('4000000000000044', 'pm_card_avsUnchecked'),
  card('4000000000000077', 'pm_card_bypassPending'),
  card('4000003720000278', 'pm_card_bypassPendingInternational', { country: 'IE' }),
  card('4000000000007726', 'pm_card_pendingRefund', { outcome: { does: 'succeed', refunds: 'pending' } }),
  card('4000000000005126', 'pm_card_refundFail', { outcome: { does: 'succeed', refunds: 'failing' } }),
];

/**
 * Stripe's published test cards, https://docs.stripe.com/testing, as far as a card form can meet them. Disputes, PINs
 * and captchas are not simulated.
 */
export const TEST_CARDS: readonly TestCard[] = [...BRANDS, ...COUNTRIES, ...DECLINED, ...AUTHENTICATED, ...SPECIAL];

const BY_NUMBER = new Map(TEST_CARDS.map((testCard) => [testCard.number, testCard]));
const BY_ID = new Map(TEST_CARDS.map((testCard) => [testCard.id, testCard]));

/** Any other card is declined: the sandbox moves no money, so a real card never pays. */
export const UNKNOWN_CARD = {
  id: 'pm_card_unknown',
  outcome: { does: 'decline', decline: DECLINES.notATestCard },
} as const;

export function testCardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number);
}

/** @param id `pm_card_…`, as in Stripe's list. */
export function testCardById(id: string): TestCard | undefined {
  return BY_ID.get(id);
}

/** What happens when the stored payment method of this test card is charged. */
export function outcomeOf(testCardId: string): CardOutcome {
  return BY_ID.get(testCardId)?.outcome ?? UNKNOWN_CARD.outcome;
}
