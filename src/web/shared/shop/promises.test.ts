import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_SHOP, type ShopInfo } from './default-shop.ts';
import { deliveryCost } from './promises.ts';
import { setShop, shopJson } from './shop.ts';
import { currencyName, deliveryPlaces, flatRateInstead, takesCards, takesLaterPayment } from './terms.ts';

const shopWith = (shipping: Partial<ShopInfo['shipping']>, others: Partial<ShopInfo> = {}) =>
  setShop(shopJson({ ...DEFAULT_SHOP, ...others, shipping: { ...DEFAULT_SHOP.shipping, ...shipping } }));

afterEach(() => setShop(shopJson(DEFAULT_SHOP)));

describe('a shop with a flat rate', () => {
  it('promises no free shipping, and shows the rate beside the specified promise', () => {
    shopWith({ flatShippingCost: '10.00' });
    expect(deliveryCost()).toBe('Standard delivery for a flat $10 per order');
    expect(flatRateInstead()).toBe('At present, standard delivery is a flat $10 per order instead.');
  });
  it('promises free shipping for everything when the rate is zero', () => {
    shopWith({ flatShippingCost: '0.00' });
    expect(deliveryCost()).toBe('Free standard delivery on every order');
    expect(flatRateInstead()).toBeNull();
  });
});

describe('a shop with a choice of shipping methods', () => {
  it('promises free shipping above its threshold, in its currency', () => {
    shopWith({ checkoutShipping: 'methods', freeShippingThreshold: '79.50' }, { currency: 'EUR' });
    expect(deliveryCost()).toBe('Free standard delivery above €79.50');
    expect(flatRateInstead()).toBeNull();
    expect(currencyName()).toBe('euros');
  });
});

it('names the countries it ships to', () => {
  shopWith({ internationalShipping: false });
  expect(deliveryPlaces()).toBe('the United States');
});

it('mentions cards and paying later only if the checkout offers them', () => {
  shopWith({}, { paymentMethods: [{ method: 'invoice', label: 'Invoice', isPaidLater: true }] });
  expect([takesCards(), takesLaterPayment()]).toEqual([false, true]);
  shopWith({}, { paymentMethods: [{ method: 'card', label: 'Card', isPaidLater: false }] });
  expect([takesCards(), takesLaterPayment()]).toEqual([true, false]);
});
