"""Several machines on one: namespaces with the site's processes, its servers and a balancer, joined by a bridge."""
