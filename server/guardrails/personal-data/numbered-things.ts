/**
 * Things whose numbers are not telephone numbers: orders, invoices, parcels, contracts, parts, drawings. In lower case
 * and the singular, since "Bestellungen: 030 ..." gives a telephone number.
 */
const things = [
  "(?<!to )order|rma|lot|batch|claim|coupon|invoice|drawing|fund|catalog(?:ue)? entry|entry|survey plot|plot|docket|warranty case|readings?|ledger line|waybill|quote|tender|shipment|parcel|requisition|specification",
  "auftrag(?:snummer)?|bestell(?:ung|nummer|-?nr)|rechnung(?:snummer)?|charge(?:nnummer)?|kundennummer|vertrag(?:snummer)?|vorgang(?:snummer)?|aktenzeichen|sendung(?:snummer)?|paket(?:nummer)?|artikel(?:nummer)?|lieferung|lieferschein(?:nummer)?|beleg(?:nummer)?|seriennummer|mitgliedsnummer|buchungsnummer",
  "commande|colis|dossier|facture|contrat|référence|lot|suivi|série|devis|sinistre|bon de livraison",
  "pedido|factura|expediente|referencia|lote|seguimiento|contrato|albarán|folio|póliza|guía",
  "encomenda|fatura|processo|protocolo|nota fiscal|guia",
  "ordine|fattura|pratica|lotto|contratto|spedizione|preventivo|polizza|bolla",
  "bestelling|dossiernummer|bestelnummer|ordernummer|factuur(?:nummer)?|pakket|zending|klantnummer|polisnummer",
  "kollinummer|fakturanummer|faktura|ärende(?:nummer)?|saksnummer|sagsnummer|ordrenummer|ordre|bestilling|sending(?:snummer)?|kundnummer|kundenummer",
  "tilaus(?:numero)?|lasku(?:n numero)?|lähetystunnus|asiakasnumero|viite(?:numero)?",
  "zamówieni[ea]|faktur[ay]|partii?|przesyłk[ai]|umow[ay]|zleceni[ea]|reklamacj[ai]",
  "objednávk[ay]|reklamac[ei]|zásilk[ay]|smlouv[ay]|narudžb[ae]|pošiljk[ae]|račun",
  "rendelés(?:szám)?|csomag(?:szám)?|számla(?:szám)?|szerződés(?:szám)?",
  "comand[aă]|comenzii|factur[aăi]|colet(?:ul)?|sipariş|fatura|kargo(?: takip)?|poliçe|dosya|irsaliye",
  "заказа?|договора?|сч[её]т[а]?|накладн(?:ая|ой)|посылк[аи]|отправлени[ея]|заявк[аи]|замовлення|рахун(?:ок|ку)|посилк[аи]|поръчка|фактура",
  "παραγγελία[ς]?|τιμολόγιο|αποστολή[ς]?",
  "订单号?|訂單(?:編號|號)?|运单号|快递单号|合同(?:编)?号|发票号|编号",
  "(?:注文|伝票|受付|お問い合わせ|管理|会員|契約|追跡|予約)番号|品番|型番",
  "주문 ?번호|송장 ?번호|접수 ?번호|운송장(?: ?번호)?|계약 ?번호",
  "رقم (?:الطلب|الشحنة|العقد|الفاتورة|التتبع)|מספר (?:ה?הזמנה|משלוח|חשבונית)|ה?הזמנה",
  "หมายเลข(?:คำสั่งซื้อ|พัสดุ)|เลขที่|mã đơn(?: hàng)?|mã vận đơn|số hóa đơn|đơn hàng|(?:nomor|no\\.?) (?:pesanan|resi|faktur)|pesanan",
].join("|");

/** Matches a mark or a verb between the thing and its number: "nr.", "is", "lautet", "est le", "は". */
const link =
  "(?: ?(?:n[ro]\\.?|n[º°.]|nº|№|#|num\\.?|number|номер|numer|číslo|no:?|is|was|are|ist|war|lautet|est|es|è|é|on|er|är|jest|je)(?: (?:le|la|el|il|o|die|de))?)?";
/** Matches an earlier number of the same things: "order 312-445-8890 replaces ". */
const earlier =
  "(?:[\\d][\\d ./-]{5,18} ?(?:,|and|or|to|replaces|und|oder|et|ou|y|o|e|en|och|og|i|a|и|und|ersetzt|remplace) ?)?";
const pattern = new RegExp(
  `(?:^|[^\\p{L}])(?:${things})${link}[ :：.#"'(]{0,3}(?:は|是|为|為)?[ :：]{0,2}${earlier}$`,
  "u",
);

/**
 * Returns whether the words at the end of `near`, in lower case, name a thing in some language whose number follows.
 */
export function numbersThing(near: string): boolean {
  return pattern.test(near);
}
