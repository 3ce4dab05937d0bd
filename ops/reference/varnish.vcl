# Varnish 7 with the package varnish-modules, between the TLS proxy and the shop. See docs/operators.md, "CDN".
# ${…} is filled in by ops/drills; put your own values there.
vcl 4.1;

import xkey;

backend shop {
    .host = "127.0.0.1";
    .port = "${SHOP_PORT}";
    .connect_timeout = 1s;
    .first_byte_timeout = 60s;
}

# The nodes of the shop. Requests that a proxy on one of these machines forwards need the token as well.
acl nodes {
    "127.0.0.1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ nodes || req.http.authorization != "Bearer ${CDN_TOKEN}") {
            return (synth(403));
        }
        if (req.http.xkey-soft-purge) {
            # The old response is sent for as long as stale-while-revalidate allows while a new one is fetched.
            set req.http.purged = xkey.softpurge(req.http.xkey-soft-purge);
        } else {
            set req.http.purged = xkey.purge(req.http.xkey-hard-purge);
        }
        return (synth(200, "Purged " + req.http.purged));
    }
    if ((req.method != "GET" && req.method != "HEAD") || req.http.authorization) {
        return (pass);
    }
    # The shop uses no cookies: what others set must not keep pages from being cached.
    unset req.http.cookie;
    return (hash);
}

sub vcl_backend_response {
    # The shop names what may be kept; everything else is sent on.
    if (beresp.http.cache-control !~ "s-maxage" || beresp.http.set-cookie || beresp.status != 200) {
        set beresp.uncacheable = true;
        # Remembered briefly, so that requests for it do not wait for each other.
        set beresp.ttl = 2s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.surrogate-key;
    # For conditional requests: an unchanged page is not sent again by the shop.
    set beresp.keep = 10m;
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.surrogate-key;
    unset resp.http.cache-tag;
    # Browsers ask again each time: nobody can purge them.
    if (resp.http.cache-control ~ "max-age=0, s-maxage") {
        set resp.http.cache-control = "public, max-age=0, must-revalidate";
        unset resp.http.age;
    }
    if (obj.hits > 0) {
        set resp.http.x-cache = "hit";
    } else {
        set resp.http.x-cache = "miss";
    }
}
