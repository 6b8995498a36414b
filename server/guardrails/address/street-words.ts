const split = (words: string): Set<string> => new Set(words.split(" "));

/** English words for streets that mean little else, with the postal services' abbreviations. */
export const strongStreet = split(
  "street st str avenue ave av road rd lane ln boulevard blvd drive dr court ct place pl parkway pkwy highway hwy turnpike tpke terrace ter circle cir crescent cres expressway expwy freeway fwy alley aly trail trl square sq mews motorway causeway crossing xing esplanade promenade close row pike loop plaza plz way broadway stravenue throughway trafficway skyway gardens grove bypass",
);

/** Words at the end of a street's name that are also ordinary words. */
export const weakStreet = split(
  "approach bank bend bluff bluffs bottom brae branch bridge brook brooks brow burg burgs camp canyon cape center centers centre chase circles circuit cliff cliffs club common commons copse corner corners course courts cove coves creek crest croft crossroad crossroads curve dale dam divide drives drove end estate estates extension extensions fall falls ferry field fields flat flats fold ford fords forest forge forges fork forks fort garden garth gate gateway glade glen glens grange green greens groves harbor harbors haven heights hill hills hollow inlet island islands isle junction junctions key keys knoll knolls lake lakes land landing lea light lights loaf lock locks lodge mall manor manors mead meadow meadows mill mills mission mount mountain mountains neck orchard oval overpass paddock parade park parks parkways pass passage path pine pines plain plains plazas point points port ports prairie quay radial ramp ranch rapid rapids rest ridge ridges rise river roads route run shoal shoals shore shores side spring springs spur spurs squares station stream streets summit trace track tunnel underpass union unions vale valley valleys via viaduct view views village villages ville vista walk walks wall walls ways well wells wood woods wynd yard",
);

/** Words before the number of a numbered road. */
export const numberedRoad = split(
  "route rte rt highway hwy interstate fm rm cr sr us i-road business county state co farm ranch",
);

export const direction = split("n s e w ne nw se sw north south east west northeast northwest southeast southwest");

export const unit = split(
  "apt apartment suite ste unit room rm floor fl bldg building lot trailer trlr space spc dept box #",
);

const stateCodes =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU AS MP AA AE AP";
const territories = "NSW VIC QLD TAS ACT NT ON QC BC AB MB SK NS NB NL PE YT NU";
export const stateCode = split(`${stateCodes} ${territories}`);

const stateNames =
  "alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont virginia washington wisconsin wyoming ontario quebec manitoba alberta saskatchewan victoria queensland tasmania";
export const stateName = split(stateNames);
/** The first word of each two-word state name, by its last word. */
export const secondStateWord: ReadonlyMap<string, string> = new Map(
  [
    "new hampshire",
    "new jersey",
    "new mexico",
    "new york",
    "north carolina",
    "north dakota",
    "south carolina",
    "south dakota",
    "west virginia",
    "rhode island",
    "british columbia",
    "nova scotia",
  ].map((name) => [name.split(" ")[1] ?? "", name.split(" ")[0] ?? ""]),
);
